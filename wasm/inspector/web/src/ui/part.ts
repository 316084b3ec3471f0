import { LitElement } from "lit";
import { store, type Topic } from "./store";

/** A part of the page: it draws itself anew when what it listens to changes. */
export abstract class Part extends LitElement {
  protected abstract readonly topics: readonly Topic[];

  private readonly onTopic = (e: Event): void => {
    this.changed(e.type as Topic);
    this.requestUpdate();
  };

  /** Called before drawing, to follow a change: scroll, for example. */
  protected changed(_topic: Topic): void {}

  override connectedCallback(): void {
    super.connectedCallback();
    for (const t of this.topics) store.addEventListener(t, this.onTopic);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const t of this.topics) store.removeEventListener(t, this.onTopic);
  }
}
