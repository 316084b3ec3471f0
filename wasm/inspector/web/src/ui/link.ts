import { copy } from "./clipboard";
import { num } from "./copyas";
import { permalink } from "./input";

/** Puts what is shown into the address. */
export async function keepLink(): Promise<string> {
  const link = await permalink();
  try {
    history.replaceState(history.state, "", link.slice(link.indexOf("#")));
  } catch {
    // Too long for an address bar of this browser; the link itself is good.
  }
  return link;
}

export async function copyLink(): Promise<void> {
  const link = await keepLink();
  await copy(link, link.length > 32_000 ? `Link of ${num(Math.round(link.length / 1000))} kB` : "Link");
}
