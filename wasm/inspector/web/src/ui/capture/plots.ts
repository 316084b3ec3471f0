import { css, html, unsafeCSS } from "lit";
import uPlot from "uplot";
import plotStyles from "uplot/dist/uPlot.min.css?inline";
import { Part } from "../part";
import type { Topic } from "../store";
import { base } from "../styles";
import { visible } from "../copyas";
import { capture } from "./state";
import type { Curve, Run } from "../../api/capture.ts";

const height = 190;

/** Okabe and Ito's colours, of which the page has names, and how lines are distinguished without colours. */
const inks = ["--h-num", "--h-text", "--h-name", "--h-addr", "--h-raw", "--accent", "--error", "--fg2"];
/** Outcomes have the colours of what they mean. */
const outcomes: Readonly<Record<string, string>> = {
  answered: "--h-name",
  incomplete: "--h-text",
  unanswered: "--error",
  unsolicited: "--h-addr",
  announced: "--h-len",
};
const dashes = [[], [6, 3], [2, 2], [8, 3, 2, 3], [10, 4], [4, 4], [1, 3], [12, 3, 3, 3]];

interface Plot {
  id: string;
  title: string;
  data: uPlot.AlignedData;
  names: string[];
  time: boolean;
  form: "step" | "area" | "stack";
  logarithmic?: boolean;
}

/** Timelines: players of servers, exchanges, and how long answers took. */
class Plots extends Part {
  static override styles = [
    base,
    unsafeCSS(plotStyles),
    css`
    :host { display: block; }
    .plot { margin: 0.2rem 0 1rem; min-height: ${height}px; }
    .u-legend tbody { display: flex; flex-wrap: wrap; }
    .u-legend { font-size: 0.92rem; color: var(--fg); text-align: start; }
    .u-legend th, .u-legend td { text-align: start; }
    .u-inline.u-live th::after { content: none; }
    .u-inline .u-value { display: inline-block; min-width: 3ch; }
    .u-legend .u-series:first-child { order: 1; } .u-series:first-child:has(.u-value:empty) { display: none; }
    :is(.step, .area) .u-marker { width: 1.8rem; height: 0; border-width: 2px 0 0 !important; background: none !important; }
    figure { margin: 0.6rem 0 0; } figcaption { font-weight: 600; }
  `,
  ];
  protected readonly topics: readonly Topic[] = ["capture", "view"];
  private plots: uPlot[] = [];
  private of: unknown = null;
  /** What all plots are drawn of. */
  private drawn: unknown = null;
  private list: Plot[] = [];
  private resize: ResizeObserver | null = null;
  private readonly scheme = matchMedia("(prefers-color-scheme: dark)");
  private themes: MutationObserver | null = null;

  private readonly redraw = (): void => {
    this.clear();
    this.requestUpdate();
  };

  protected override get listeners() {
    return [[this.scheme, "change", this.redraw]] as const;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.resize = new ResizeObserver(() => this.plots.forEach((p) => p.setSize({ width: this.width, height })));
    this.resize.observe(this);
    this.themes = new MutationObserver(this.redraw);
    this.themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.resize?.disconnect();
    this.themes?.disconnect();
    this.clear();
  }

  protected override get busy(): boolean {
    return this.drawn !== (capture.chosen ? capture.server : capture.report);
  }

  private get width(): number {
    return Math.max(200, this.clientWidth);
  }

  private clear(): void {
    for (const p of this.plots) p.destroy();
    this.plots = [];
    this.of = this.drawn = null;
  }

  override willUpdate(): void {
    const of = capture.chosen ? capture.server : capture.report;
    if (of === this.of) return;
    this.list = capture.chosen ? ofServer() : ofAll();
  }

  override updated(): void {
    const of = capture.chosen ? capture.server : capture.report;
    if (of === this.of) return;
    this.clear();
    this.of = of;
    // One after the other: the page answers between two of them.
    const next = (i: number): void => {
      if (this.of !== of || !this.isConnected) return;
      const p = this.list[i];
      if (p) {
        this.draw(p);
        setTimeout(next, 0, i + 1);
      } else {
        this.drawn = of;
        this.requestUpdate();
      }
    };
    next(0);
  }

  /** The colour that a variable of the page has now, as a canvas takes it. */
  private colour(name: string): string {
    const probe = document.createElement("span");
    probe.style.color = `var(${name})`;
    this.shadowRoot!.append(probe);
    const c = getComputedStyle(probe).color;
    probe.remove();
    return c;
  }

  private draw(p: Plot): void {
    const el = this.shadowRoot?.getElementById(p.id);
    if (!el) return;
    const line = this.colour("--line");
    const axis = { stroke: this.colour("--fg2"), grid: { stroke: line, width: 1 }, ticks: { stroke: line }, font: `11px ${getComputedStyle(this).fontFamily}` };
    const x = p.logarithmic ? { time: false, distr: 3 as const } : { time: p.time };
    const stepped = uPlot.paths.stepped!({ align: 1 });
    const paper = this.colour("--bg");
    const series = p.names.map((label, i) => {
      const stroke = this.colour((p.form === "stack" && outcomes[label]) || inks[i % inks.length]!);
      const pale = mix(stroke, paper, p.form === "stack" ? 0.45 : 0.8);
      const fill = p.form === "step" ? {} : { fill: p.form === "stack" ? pale : `${pale.slice(0, -1)}, 0.5)`.replace("rgb(", "rgba(") };
      // What lies on something else is told without what it lies on.
      const value = (u: uPlot, v: number | null, s: number, at: number | null) =>
        v === null || at === null ? "" : String(v - (p.form === "stack" ? Number(u.data[s + 1]?.[at] ?? 0) : 0));
      return {
        label,
        stroke,
        width: 1.5,
        dash: p.form === "stack" ? [] : dashes[i % dashes.length]!,
        points: { show: false },
        ...(p.form === "step" ? { paths: stepped } : {}),
        ...fill,
        value,
      };
    });
    const y = { range: (_: uPlot, _min: number, max: number): [number, number] => [0, Math.max(1, max * 1.05)] };
    this.plots.push(
      new uPlot(
        {
          width: this.width,
          height,
          scales: { x, y },
          axes: [p.time && !p.logarithmic ? { ...axis, values: times, space: 80 } : axis, axis],
          tzDate: (s) => uPlot.tzDate(new Date(s * 1000), "Etc/UTC"),
          padding: [null, p.time ? 34 : null, null, null], // half of the last time
          legend: { markers: { width: 2, dash: (_: uPlot, i: number) => (p.form === "stack" ? "solid" : border(dashes[(i - 1) % dashes.length]!)) } },
          cursor: { y: false },
          series: [
            {
              ...(p.logarithmic
                ? { label: "ms", value: (_: uPlot, v: number | null) => (v === null ? "" : v.toPrecision(3)) }
                : p.time
                  ? { label: "Time", value: (_: uPlot, v: number | null) => (v === null ? "" : iso(v)) }
                  : {}),
            },
            ...series,
          ],
        },
        p.data,
        el,
      ),
    );
  }

  override render() {
    if (this.list.length === 0)
      return html`<p class="muted">${capture.chosen && !capture.server ? "…" : "Nothing to plot: no known query traffic in this capture."}</p>`;
    return this.list.map(
      (p) =>
        html`<figure class=${p.form}><figcaption>${p.title}</figcaption><div class="plot" id=${p.id} role="img"
          aria-label="${p.title}: ${p.names.join(", ")}. The tables have the same data."></div></figure>`,
    );
  }
}

/** A time as the tables write it: UTC. */
const iso = (s: number): string => new Date(s * 1000).toISOString().replace("T", " ").replace("Z", "");

/** What stands at the places of a time axis that far apart; the day, and what else all have, at the first. */
function times(_: uPlot, places: (number | null)[], _axis: number, _space: number, apart: number): (string | null)[] {
  let before = "";
  return places.map((s) => {
    if (s === null) return null;
    const t = iso(s);
    const [from, end] = apart >= 86_400 ? [0, 10] : apart >= 60 ? [11, 16] : apart >= 1 ? [11, 19] : [14, 23];
    const common = t.slice(0, apart >= 1 ? 10 : 13) + (apart >= 1 ? "" : " h");
    const line = common === before || apart >= 86_400 ? t.slice(from, end) : `${t.slice(from, end)}\n${common}`;
    before = common;
    return line;
  });
}

function ofServer(): Plot[] {
  const s = capture.server;
  if (!s || s.history.players.length === 0) return [];
  return [
    {
      id: "players",
      title: "Players over time",
      names: ["players", "max players"],
      time: true,
      form: "step",
      data: runs(s.history.players, s.history.maxPlayers),
    },
  ];
}

function ofAll(): Plot[] {
  const r = capture.report;
  if (!r) return [];
  const stack = [...r.exchangeCurves].reverse(); // the highest is drawn first, and the others before it
  const plots: Plot[] = [
    { id: "exchanges", title: "Exchanges over time, stacked", names: names(stack), time: true, form: "stack", data: joined(stack) },
    { id: "rtt", title: "Time to the first reply, ms", names: names(r.rttCurves), time: false, form: "area", logarithmic: true, data: joined(r.rttCurves) },
    {
      id: "players",
      title: "Players over time, servers with the most players",
      names: names(r.playerCurves),
      time: true,
      form: "step",
      data: joined(r.playerCurves),
    },
  ];
  return plots.filter((p) => p.names.length > 0);
}

/** How a legend has the dashes of a curve. */
const border = ([dash]: readonly number[]): string => (dash === undefined ? "solid" : dash <= 2 ? "dotted" : "dashed");

/** A colour with so much of another in it; both as the browser computes them. */
function mix(a: string, b: string, share: number): string {
  const numbers = (c: string): number[] => (c.match(/[\d.]+/g) ?? []).slice(0, 3).map((n) => Number(n) * (c.startsWith("color(") ? 255 : 1));
  const [x, y] = [numbers(a), numbers(b)];
  return `rgb(${x.map((n, i) => Math.round(n * (1 - share) + (y[i] ?? 0) * share)).join(", ")})`;
}

const names = (curves: Curve[]): string[] => curves.map((c) => visible(c.name));

/**
 * Curves over the points of all of them. A point that stands twice, where a
 * step is, stands twice here too; between its points a curve is as it was
 * before, outside it is nothing.
 */
function joined(curves: Curve[]): uPlot.AlignedData {
  const twice = new Map<number, number>();
  for (const c of curves) {
    let n = 0;
    c.x.forEach((x, i) => {
      n = i > 0 && c.x[i - 1] === x ? n + 1 : 1;
      twice.set(x, Math.min(2, Math.max(n, twice.get(x) ?? 1)));
    });
  }
  const xs = [...twice].sort((a, b) => a[0] - b[0]).flatMap(([x, n]) => (n === 2 ? [x, x] : [x]));
  const ys = curves.map((c) => {
    let i = 0;
    const last = c.x.length - 1;
    return xs.map((x, k) => {
      if (last < 0 || x < c.x[0]! || x > c.x[last]!) return null;
      const first = xs[k - 1] !== x;
      while (i < last && c.x[i + 1]! < x) i++;
      if (first) {
        if (c.x[i]! < x && c.x[i + 1] === x) i++;
        return c.y[i]!;
      }
      while (i < last && c.x[i + 1] === x) i++;
      return c.y[i]!;
    });
  });
  return [xs, ...ys];
}

/** Runs of values as steps over the times at which any changes. */
function runs(...lists: Run<number>[][]): uPlot.AlignedData {
  const points = lists.map((l) => l.flatMap((r) => (r.from && r.to ? { from: Date.parse(r.from), to: Date.parse(r.to), value: r.value } : [])));
  const times = [...new Set(points.flat().flatMap((r) => [r.from, r.to]))].sort((a, b) => a - b);
  const ys = points.map((l) => {
    let i = 0;
    return times.map((t) => {
      while (i < l.length - 1 && l[i + 1]!.from <= t) i++;
      const r = l[i];
      return r && r.from <= t && t <= Math.max(r.to, l[i + 1]?.from ?? r.to) ? r.value : null;
    });
  });
  return [times.map((t) => t / 1000), ...ys];
}

customElements.define("fs-plots", Plots);
