import { store } from "../store";

/** Says that captures are not read here: the program for them is not part of the page yet. */
export async function openCapture(file: File): Promise<void> {
  store.say(`${file.name} is a capture, which this page does not open yet: run fragscope analyze or fragscope decode on it`);
}
