import { store } from "./store";

/** What stood in the page, with what is needed to read it again. */
export interface Input {
  input: string | Uint8Array;
  name: string;
  description: string;
  format: string;
  protocol: string;
  from: string;
  current: number;
}

const most = 50;
/** Letters or bytes that are kept together. */
const maxSize = 16 << 20;

/** What stood in the page before something else took its place: a sample, a file, a change of a field. */
class Undo {
  private back: Input[] = [];
  private forth: Input[] = [];
  private stepping = false;

  get possible(): boolean {
    return this.back.length > 0;
  }

  /** Something was undone that can be done again. */
  get undone(): boolean {
    return this.forth.length > 0;
  }

  /** Something else takes the place of this. */
  note(before: Input): void {
    if (this.stepping || before.input.length === 0) return;
    this.forth = [];
    push(this.back, before);
  }

  /** Somebody typed: what was undone is no longer what comes next. */
  typed(): void {
    this.forth = [];
  }

  /** Brings back what stood there before; with redo what stood there after. */
  async step(redo = false): Promise<void> {
    const to = (redo ? this.forth : this.back).pop();
    if (!to) return store.say(redo ? "nothing to redo" : "nothing to undo");
    this.stepping = true;
    try {
      const now = store.given;
      if (now.input.length > 0) push(redo ? this.back : this.forth, now);
      if (store.packets) (await import("./capture/state")).capture.close();
      store.format = to.format;
      store.protocol = to.protocol;
      store.from = to.from;
      store.read(to.input, { name: to.name, description: to.description });
      if (to.current > 0) await store.go(to.current);
      store.say(redo ? "redone" : "undone");
    } finally {
      this.stepping = false;
    }
  }
}

function push(list: Input[], one: Input): void {
  list.push(one);
  let size = 0;
  const from = list.findLastIndex((i, at) => (size += i.input.length) > maxSize || list.length - at > most);
  list.splice(0, from + 1);
}

export const undo = new Undo();
