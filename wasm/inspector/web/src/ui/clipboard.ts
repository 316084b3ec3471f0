import { store } from "./store";

/** Copies text and says so. */
export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without a secure context there is no clipboard interface.
    const area = document.createElement("textarea");
    area.value = text;
    area.className = "offscreen";
    document.body.append(area);
    area.select();
    const ok = document.execCommand("copy");
    area.remove();
    if (!ok) {
      store.say("The browser does not allow copying here");
      return;
    }
  }
  store.say(`${what} copied`);
}

/** Gives the text of the clipboard, if the browser and the person allow it. */
export async function readClipboard(give: (text: string) => void): Promise<void> {
  let text: string;
  try {
    text = await navigator.clipboard.readText();
  } catch {
    return store.say("The browser does not allow reading the clipboard: paste with Ctrl + V");
  }
  if (text.trim() === "") store.say("The clipboard has no text");
  else give(text);
}
