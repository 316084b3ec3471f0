/** What is shown, as somebody may want to take it along. */
import { copy } from "./clipboard";
import { capital, hex, num } from "./copyas";
import { pcap, save } from "./download";
import * as engine from "./engine";
import type { Offer } from "./menu";
import { offset } from "./settings";
import { store } from "./store";
import type { ShowFormat } from "../api/index.ts";

/** The bytes that copy and download mean: what is selected, or the whole datagram. */
function bytes(): Uint8Array {
  const m = store.message;
  if (!m) return new Uint8Array();
  const r = store.selection;
  return r && r.end > r.start ? m.data.subarray(r.start, r.end) : m.data;
}

/** Offers to copy bytes: what people use, something else if there is, and below a heading what dump programs write when options are given. */
export function forms(bytes: () => Uint8Array, between: readonly Offer[] = []): Offer[] {
  const offer = (name: string): Offer => [/^[a-z]+ [a-z]/.test(name) ? capital(name) : name, () => void copy(engine.write(name, bytes()), name), name];
  const rare = (name: string): boolean => name.includes(" -");
  const names = engine.forms();
  const others = names.filter(rare);
  return [...names.filter((name) => !rare(name)).map(offer), ...between, ...(others.length > 0 ? ([["Dumps by option"], ...others.map(offer)] as const) : [])];
}

/** Offers to copy what is shown. */
export function copies(): Offer[] {
  const whole = (form: ShowFormat, what: string, index?: number) => () => void copy(engine.render(form, index), what);
  return forms(bytes, [
    ["Markdown table", whole("markdown", "Table", store.datagrams.length > 1 ? store.current : -1), "markdown"],
    ["JSON", whole("json", "JSON"), "json"],
  ]);
}

/** Offers to save it as a file. */
export function downloads(): Offer[] {
  const m = store.message;
  const r = store.selection;
  const name = store.name.replace(/\.[^.]*$/, "").replace(/[^\w.-]+/g, "-") || "datagram";
  const offer = (value: string, label: string, end: string, type: string, data: () => BlobPart): Offer => [label, () => save(name + end, type, data()), value];
  const selected = () => bytes() as BlobPart;
  const all = () => store.messages.map((x) => hex(x.data)).join("\n\n") + "\n";
  return [
    ...(r && r.end > r.start
      ? [
          offer(
            "selected",
            `.bin, selected bytes (${num(r.end - r.start)})`,
            `-${offset(r.start)}-${offset(r.end - 1)}.bin`,
            "application/octet-stream",
            selected,
          ),
        ]
      : []),
    offer("bin", ".bin, this datagram", ".bin", "application/octet-stream", () => m!.data),
    offer("hex", ".hex, all", ".hex", "text/plain", all),
    offer("pcap", ".pcap, all", ".pcap", "application/vnd.tcpdump.pcap", () => pcap(store.messages) as BlobPart),
    offer("json", ".json, all", ".json", "application/json", () => engine.render("json")),
  ];
}
