/** What a filter can go on with at a place in it. */
import type { FilterName } from "../../api/capture.ts";

export interface Suggestion {
  /** What is shown, and what the filter is once it is accepted. */
  name: string;
  insert: string;
  doc: string;
}

const words: readonly Suggestion[] = (
  [
    ["and", "both"],
    ["or", "one or both"],
    ["not", "the opposite"],
    ["in", "one of a list: size in [5, 8]"],
    ["contains", "the text contains these characters"],
    ["matches", "a regular expression"],
    ["startsWith", "starts with"],
    ["endsWith", "ends with"],
  ] as const
).map(([name, doc]) => ({ name, insert: name, doc }));

const comparisons: readonly Suggestion[] = (
  [
    ["==", "is"],
    ["!=", "is not"],
    ["in", "is one of"],
    ["contains", "contains these characters"],
    ["matches", "matches a regular expression"],
  ] as const
).map(([name, doc]) => ({ name, insert: name + " ", doc }));

/** Suggestions for the text before the cursor, and how many characters of it they replace. In an empty filter those come first that were used before. */
export function suggest(before: string, names: readonly FilterName[], used: readonly string[]): { replace: number; list: Suggestion[] } {
  const quoted = /(?:([a-z]\w*)\s*(?:==|!=|contains|matches|startsWith|in\s*\[(?:\s*"[^"]*"\s*,)*)\s*|([a-z]\w*)\()"([^"]*)$/.exec(before);
  if (quoted) {
    const [, name, call, begun = ""] = quoted;
    const known = names.find((n) => (name ? n.name === name : n.name.startsWith(`${call}(`)));
    const list = (known?.values ?? []).filter((v) => v.includes(begun) && v !== begun).map((v) => ({ name: v, insert: v + '"', doc: "" }));
    list.sort((a, b) => Number(b.name.startsWith(begun)) - Number(a.name.startsWith(begun)));
    return { replace: begun.length, list };
  }
  if ((before.match(/"/g)?.length ?? 0) % 2 === 1) return { replace: 0, list: [] };
  const right = /(?:^|[\s(])([a-z]\w*)\s*[=!]=\s*([\w-]*)$/.exec(before);
  const values = names.find((n) => n.name === right?.[1])?.values ?? [];
  if (right && values.length > 0) {
    const list = values.filter((v) => v.startsWith(right[2]!)).map((v) => ({ name: `"${v}"`, insert: `"${v}"`, doc: "" }));
    return { replace: right[2]!.length, list };
  }
  const compared = /(?:^|[\s(])([a-z]\w*)\s+$/.exec(before);
  if (compared && names.some((n) => n.name === compared[1])) {
    const name = names.find((n) => n.name === compared[1])!;
    return {
      replace: 0,
      list: [...(name.values.length > 0 ? name.values.slice(0, 4).map((v) => ({ name: `== "${v}"`, insert: `== "${v}"`, doc: "" })) : []), ...comparisons],
    };
  }
  const begun = /[a-zA-Z]\w*$/.exec(before)?.[0] ?? "";
  const offers = [
    ...names.map((n) => {
      const call = n.name.indexOf("(");
      return { name: n.name, insert: call < 0 ? n.name : n.name.slice(0, call + 1) + (n.name[call + 1] === '"' ? '"' : ""), doc: n.doc };
    }),
    ...(before.trim() === begun ? [] : words),
  ];
  if (before.trim() === "") offers.unshift(...used.map((filter) => ({ name: filter, insert: filter, doc: "used before" })));
  return { replace: begun.length, list: offers.filter((o) => o.name.startsWith(begun) && o.insert !== begun) };
}
