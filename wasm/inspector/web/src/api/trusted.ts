/**
 * Trusted Types, where the browser and the policy of the host ask for them:
 * scripts of workers come from this program's own host and from nowhere else.
 * Nothing turns text into markup or a script, except lit-html with the
 * program's own templates, by its own policy.
 */
interface Factory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown;
}

try {
  (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy("default", {
    createScriptURL(url) {
      if (new URL(url, location.href).origin !== location.origin) throw new TypeError(`a script may not come from ${url}`);
      return url;
    },
  });
} catch {
  // The host has a policy of its own: what it allows decides.
}

export {};
