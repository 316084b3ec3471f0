import { ask } from "./asked";
import { acceptFiles, openExample } from "./input";
import type { Offer } from "./menu";
import { store } from "./store";
import captureURL from "../../../../../samples/captures/scan-with-other-traffic.pcapng?url";

const captureName = "scan-with-other-traffic.pcapng";

/** What somebody who comes for the first time can look at, by the games that people know. */
const examples: ReadonlyArray<readonly [title: string, sample: string]> = [
  ["Minecraft", "minecraft-status-reply"],
  ["Counter-Strike, Rust (A2S)", "a2s-info-reply-rust"],
  ["Quake III", "quake3-status-reply"],
  ["SA-MP", "samp-info-reply"],
  ["UT2004", "ut2004-info-reply"],
];

async function openCapture(): Promise<void> {
  const wanted = ask();
  const file = new File([await (await fetch(captureURL)).blob()], captureName);
  if (wanted()) await acceptFiles([file]);
}

/** Examples to look at. */
export const tries = (): Offer[] => [
  ...examples.map(([title, sample]): Offer => [title, () => void openExample(sample)]),
  ["A capture", () => void store.during(openCapture())],
];
