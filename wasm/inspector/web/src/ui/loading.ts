/** What browsers say of a file that did not come, a part of the page most often. */
const lost = /^(Failed to fetch|error loading dynamically|Importing a module script failed|NetworkError|Load failed)/i;

/** Why something failed. A part of the page that did not come is asked for again only by a page that is loaded again. */
export function why(e: unknown): string {
  const text = e instanceof Error ? e.message : String(e);
  return isLost(e) ? "A part of this page could not be loaded. Check the connection, then reload the page: what was pasted is kept." : text;
}

export const isLost = (e: unknown): boolean => e instanceof TypeError && lost.test(e.message);
