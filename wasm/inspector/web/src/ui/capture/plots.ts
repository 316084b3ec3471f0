import { css, html, unsafeCSS } from "lit";
import uPlot from "uplot";
import plotStyles from "uplot/dist/uPlot.min.css?inline";
import { Part } from "../part";
import type { Topic } from "../store";
import { base } from "../styles";
import { capture } from "./state";
import type { Run } from "./source";

/** Timelines: players of a server, exchanges of all, and how long answers took. */
class Plots extends Part {
  static override styles = [base, unsafeCSS(plotStyles), css`
    :host { display: block; }
    .plot { margin: 0.4rem 0 1rem; min-height: 190px; }
    .u-legend { font-size: 0.92rem; color: var(--fg); }
    figure { margin: 0; } figcaption { font-weight: 600; }
  `];
  protected readonly topics: readonly Topic[] = ["capture", "view"];
  private plots: uPlot[] = [];
  private of: unknown = null;
  private resize: ResizeObserver | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.resize = new ResizeObserver(() => this.plots.forEach((p) => p.setSize({ width: Math.max(200, this.clientWidth), height: 190 })));
    this.resize.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.resize?.disconnect();
    this.clear();
  }

  private clear(): void {
    for (const p of this.plots) p.destroy();
    this.plots = [];
    this.of = null;
  }

  override updated(): void {
    const of = capture.server ?? capture.report;
    if (of === this.of) return;
    this.clear();
    this.of = of;
    const style = getComputedStyle(this);
    const colour = (name: string): string => {
      const probe = document.createElement("span");
      probe.style.color = `var(${name})`;
      this.shadowRoot!.append(probe);
      const c = getComputedStyle(probe).color;
      probe.remove();
      return c;
    };
    const ink = { fg: colour("--fg2"), line: colour("--line"), series: [colour("--h-num"), colour("--h-text"), colour("--h-name"), colour("--h-addr")], font: `11px ${style.fontFamily}` };
    const axis = { stroke: ink.fg, grid: { stroke: ink.line, width: 1 }, ticks: { stroke: ink.line }, font: ink.font };
    const draw = (box: string, names: string[], data: uPlot.AlignedData, options: { time: boolean; bars?: boolean; stepped?: boolean }): void => {
      const el = this.shadowRoot?.querySelector<HTMLElement>(box);
      if (!el || (data[0]?.length ?? 0) === 0) return;
      const paths = options.bars ? uPlot.paths.bars!({ size: [0.9, 40] }) : options.stepped ? uPlot.paths.stepped!({ align: 1 }) : null;
      this.plots.push(new uPlot({
        width: Math.max(200, this.clientWidth), height: 190, scales: { x: { time: options.time } }, axes: [axis, axis], cursor: { y: false },
        series: [{}, ...names.map((label, i) => ({ label, stroke: ink.series[i]!, fill: options.bars ? ink.series[i]! : undefined!, width: 1.5, points: { show: false }, ...(paths ? { paths } : {}) }))],
      }, data, el));
    };
    const s = capture.server;
    if (s) draw("#players", ["players", "places"], steps(s.history.players, s.history.maxPlayers), { time: true, stepped: true });
    const a = capture.report?.activity;
    if (!s && a) {
      draw("#activity", ["answered", "incomplete", "no answer", "unasked"], [a.bins.map((b) => Date.parse(b.start) / 1000), a.bins.map((b) => b.answered), a.bins.map((b) => b.incomplete), a.bins.map((b) => b.unanswered), a.bins.map((b) => b.unasked)], { time: true });
    }
    const buckets = new Map<number, number>();
    for (const p of capture.report?.protocols ?? []) for (const b of p.firstRtt.buckets ?? []) buckets.set(b.middleMs, (buckets.get(b.middleMs) ?? 0) + b.count);
    const sorted = [...buckets].sort((x, y) => x[0] - y[0]);
    if (!s) draw("#rtt", ["exchanges"], [sorted.map((b) => b[0]), sorted.map((b) => b[1])], { time: false });
  }

  override render() {
    const s = capture.server;
    if (s) return html`<figure><figcaption>Players over time</figcaption><div class="plot" id="players" role="img" aria-label="Players of ${s.address} over time; the table below says the same"></div></figure>`;
    return html`<figure><figcaption>Exchanges over time</figcaption><div class="plot" id="activity" role="img" aria-label="Exchanges over time, by outcome"></div></figure>
      <figure><figcaption>Time to the first reply, ms</figcaption><div class="plot" id="rtt" role="img" aria-label="How many exchanges took how long; the statistics have the percentiles"></div></figure>`;
  }
}

/** Runs of two values as steps over the times at which either changes. */
function steps(a: Run[], b: Run[]): uPlot.AlignedData {
  const times = [...new Set([...a, ...b].flatMap((r) => [Date.parse(r.from), Date.parse(r.to)]))].sort((x, y) => x - y);
  const at = (runs: Run[]): (number | null)[] => {
    let i = 0;
    return times.map((t) => {
      while (i < runs.length && Date.parse(runs[i]!.to) < t) i++;
      const r = runs[i];
      return r && Date.parse(r.from) <= t && typeof r.value === "number" ? r.value : null;
    });
  };
  return [times.map((t) => t / 1000), at(a), at(b)];
}

customElements.define("fs-plots", Plots);
