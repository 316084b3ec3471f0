/** What a key with Ctrl does, whatever Caps Lock says: undo, redo, or nothing. */
export function undoes(e: KeyboardEvent): "undo" | "redo" | undefined {
  if (!(e.ctrlKey || e.metaKey) || e.altKey) return undefined;
  const key = e.key.toLowerCase();
  return key === "y" || (key === "z" && e.shiftKey) ? "redo" : key === "z" ? "undo" : undefined;
}

/** What was in the page, with what is needed to read it again. */
export interface Input {
  input: string | Uint8Array;
  name: string;
  description: string;
  format: string;
  protocol: string;
  from: string;
  current: number;
  /** Opens the capture that was there; step is called as soon as it is shown. */
  again?: (step: () => void) => Promise<void>;
}

const isNothing = (one: Input): boolean => one.input.length === 0 && !one.again;

const maxInputs = 50;
/** Characters or bytes that are kept together. */
const maxSize = 16 << 20;

/** What was in the page before something else replaced it: a sample, a file, a change of a field. */
export class History {
  private back: Input[] = [];
  private forth: Input[] = [];

  /** How many steps can be undone. */
  get depth(): number {
    return this.back.length;
  }

  get canUndo(): boolean {
    return this.back.length > 0;
  }

  get canRedo(): boolean {
    return this.forth.length > 0;
  }

  /** Something else replaces this. */
  note(before: Input): void {
    if (isNothing(before)) return;
    this.forth = [];
    push(this.back, before);
  }

  /** Text was typed: what was undone no longer comes next. */
  typed(): void {
    this.forth = [];
  }

  /** What was there before now, with redo what was there after it; undefined for nothing. */
  next(redo: boolean): Input | undefined {
    return (redo ? this.forth : this.back).at(-1);
  }

  /** That is shown in place of what is there now. */
  step(now: Input, redo: boolean): void {
    (redo ? this.forth : this.back).pop();
    if (!isNothing(now)) push(redo ? this.back : this.forth, now);
  }
}

function push(list: Input[], one: Input): void {
  list.push(one);
  let size = 0;
  const from = list.findLastIndex((i, at) => (size += i.input.length) > maxSize || list.length - at > maxInputs);
  list.splice(0, from + 1);
}
