// A Worker with nothing in it, to compare with.
export default { fetch: () => new Response("nothing") };
