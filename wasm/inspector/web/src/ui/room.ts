import type { ReactiveController, ReactiveControllerHost } from "lit";
import { rem } from "./measure";

/** Whether an element has more than so many rem of width; it is drawn again when that changes. */
export class Room implements ReactiveController {
  enough = true;
  private readonly observer = new ResizeObserver(() => {
    const enough = this.host.clientWidth > rem(this.width);
    if (enough === this.enough) return;
    this.enough = enough;
    this.host.requestUpdate();
  });

  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    private readonly width: number,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.observer.observe(this.host);
  }

  hostDisconnected(): void {
    this.observer.disconnect();
  }
}
