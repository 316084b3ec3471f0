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
