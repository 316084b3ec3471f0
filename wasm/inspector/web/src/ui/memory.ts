/** Small things that are kept in this browser. Some browsers forbid it: then they are forgotten. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`fragscope.${key}`);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`fragscope.${key}`, value);
  } catch {
    // Nothing is lost but a convenience.
  }
}
