// HEADERS are what every answer below /api/ has, as in package api.
export const HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag, Location, Retry-After",
  "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

// problem makes the same answers as package api for what is refused before Go
// is asked.
export function problem(name, status, title, detail, headers = {}, members = {}) {
  return new Response(`${JSON.stringify({ type: `/api/#${name}`, title, status, detail, ...members })}\n`, {
    status,
    headers: { ...HEADERS, "Content-Type": "application/problem+json", "Cache-Control": "no-store", ...headers },
  });
}
