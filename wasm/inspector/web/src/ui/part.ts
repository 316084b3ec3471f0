import { LitElement } from "lit";
import { store, type Topic } from "./store";

/** A part of the page: it draws itself anew when what it listens to changes. */
export abstract class Part extends LitElement {
  protected abstract readonly topics: readonly Topic[];

  private readonly onTopic = (e: Event): void => {
    this.changed(e.type as Topic);
    this.requestUpdate();
  };

  /** What it listens to besides, for as long as it is in the page. */
  protected get listeners(): readonly (readonly [EventTarget, string, (e: never) => void])[] {
    return [];
  }

  /** Called before drawing, to follow a change: scroll, for example. */
  protected changed(_topic: Topic): void {}

  override connectedCallback(): void {
    super.connectedCallback();
    for (const t of this.topics) store.addEventListener(t, this.onTopic);
    for (const [of, name, call] of this.listeners) of.addEventListener(name, call as EventListener);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const t of this.topics) store.removeEventListener(t, this.onTopic);
    for (const [of, name, call] of this.listeners) of.removeEventListener(name, call as EventListener);
  }
}
