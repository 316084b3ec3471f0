/** What comes into the page: files that are dropped, pasted or chosen, and text that is pasted anywhere. */
import { accept, acceptFiles, failure } from "./input";
import { store } from "./store";

/** Whether keys and what is pasted belong to a box. */
export const isTyping = (into: EventTarget | undefined): boolean =>
  into instanceof HTMLElement && (/^(TEXTAREA|SELECT)$/.test(into.tagName) || (into instanceof HTMLInputElement && !/^(checkbox|file)$/.test(into.type)));

export class Intake {
  /** begin is called when something has come. */
  constructor(
    private readonly host: HTMLElement,
    private readonly begin: () => void,
  ) {}

  get listeners() {
    return [
      [window, "dragover", this.dragOver],
      [window, "dragleave", this.dragEnd],
      [window, "drop", this.drop],
      [document, "paste", this.pasted],
    ] as const;
  }

  /** What is pasted anywhere but into a box is read. */
  private readonly pasted = (e: ClipboardEvent): void => {
    const into = e.composedPath()[0];
    const files = [...(e.clipboardData?.files ?? [])];
    const text = e.clipboardData?.getData("text/plain") ?? "";
    if (isTyping(into) || (files.length === 0 && text === "")) return;
    e.preventDefault();
    this.give(files, text);
  };

  private readonly dragOver = (e: DragEvent): void => {
    e.preventDefault();
    this.host.classList.add("drop");
  };
  /** Over another element of the page it is dragged on. */
  private readonly dragEnd = (e: DragEvent): void => {
    if (e.relatedTarget === null) this.host.classList.remove("drop");
  };
  private readonly drop = (e: DragEvent): void => {
    e.preventDefault();
    this.host.classList.remove("drop");
    this.give([...(e.dataTransfer?.files ?? [])], e.dataTransfer?.getData("text/plain") ?? "");
  };

  /** Reads files, or else text. */
  private give(files: readonly File[], text: string): void {
    this.begin();
    if (files.length > 0) void this.take(files);
    else if (text !== "") accept(text);
  }

  private async take(files: readonly File[]): Promise<void> {
    store.linkError = "";
    try {
      await acceptFiles(files);
    } catch (e) {
      store.warn(failure(files, e));
    }
  }

  readonly chosen = (e: Event): void => {
    const input = e.target as HTMLInputElement;
    const files = [...(input.files ?? [])];
    this.begin();
    if (files.length > 0) void this.take(files);
    input.value = "";
  };
}
