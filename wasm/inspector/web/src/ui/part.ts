import { LitElement, type PropertyValues } from "lit";
import { store, type Topic } from "./store";

/**
 * A part of the page: it draws itself again when what it listens to changes.
 *
 * As long as what it shows is not yet what was asked for (rows that the worker has not sent, a packet that is not
 * decoded, a search that has not run), its element has aria-busy="true"; what shows one packet has its number in
 * data-packet. Both change in the same drawing as the content: with data-packet="12" and aria-busy="false" it is
 * packet 12 that is there. Screen readers wait for it, and the tests of the page do.
 */
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

  /** Whether what is shown is not yet what was asked for; undefined where that cannot be. */
  protected get busy(): boolean | undefined {
    return undefined;
  }

  /** The number of the packet that is shown, 0 for none; undefined in what is about no single packet. */
  protected get packet(): number | undefined {
    return undefined;
  }

  protected override update(changed: PropertyValues): void {
    super.update(changed);
    this.reflect();
  }

  /** Says in the element's attributes what its content is. */
  protected reflect(): void {
    const { busy, packet } = this;
    if (busy !== undefined) this.setAttribute("aria-busy", String(busy));
    if (packet !== undefined) this.dataset["packet"] = String(packet);
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
