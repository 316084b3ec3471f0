// problem makes the same answers as package api for what is refused before Go
// is asked.
export function problem(name, status, title, detail, headers = {}) {
  return new Response(`${JSON.stringify({ type: `/api/#${name}`, title, status, detail })}\n`, {
    status,
    headers: {
      "Content-Type": "application/problem+json",
      "Cache-Control": "no-store",
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Expose-Headers": "ETag, Location, Retry-After",
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
      "Cross-Origin-Resource-Policy": "cross-origin",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
      ...headers,
    },
  });
}
