// client says who counts as one client: an IPv4 address, or the /64 of an IPv6
// address, all of which one line has.
export function client(address) {
  if (!address.includes(":")) return address;
  if (address.includes(".")) return address.slice(address.lastIndexOf(":") + 1); // IPv4 in IPv6
  const [head, tail] = address
    .toLowerCase()
    .split("::")
    .map((half) => half.split(":").filter((group) => group !== ""));
  const groups = tail ? [...head, ...Array(Math.max(0, 8 - head.length - tail.length)).fill("0"), ...tail] : head;
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}

// headersOf lists the headers that Go looks at, in the order in which main.go
// takes them; null where there is none. Cloudflare puts an Accept-Encoding of its
// own in the place of that of the client.
export function headersOf(request) {
  return ["accept", "accept-encoding", "content-encoding", "content-type", "if-none-match"].map((name) => [
    name,
    (name === "accept-encoding" ? request.cf?.clientAcceptEncoding : undefined) ?? request.headers.get(name),
  ]);
}
