import { css } from "lit";

/** Styles that every part shares. */
export const base = css`
  :host { box-sizing: border-box; }
  *, *::before, *::after { box-sizing: inherit; }
  [hidden] { display: none !important; }
  button, select, input, textarea { font: inherit; color: inherit; }
  button, .button {
    background: var(--bg); border: 1px solid var(--line); border-radius: var(--radius); padding: 0.15rem 0.55rem;
    min-height: 1.75rem; cursor: pointer; color: var(--fg); white-space: nowrap; text-decoration: none;
  }
  @media (hover: hover) { button:hover:not(:disabled, [aria-pressed="true"], [aria-selected="true"]), .button:hover { background: var(--bg3); } }
  button:disabled { color: var(--fg2); opacity: 0.65; cursor: default; }
  button[aria-pressed="true"], button[aria-selected="true"], button[aria-expanded="true"] {
    background: var(--accent-soft); border-color: var(--accent);
  }
  button.plain { border-color: transparent; background: transparent; }
  button.link { border: 0; background: none; padding: 0; min-height: 0; color: var(--accent); text-decoration: underline; white-space: normal;
    text-align: start; }
  button.primary { background: var(--accent); color: var(--on-accent); border-color: var(--accent); }
  @media (hover: hover) { button.primary:hover:not(:disabled) { background: var(--accent); filter: brightness(1.1); } }
  .tabs { display: flex; gap: 0.1rem 0.15rem; align-items: flex-end; flex-wrap: wrap; flex: none; border-bottom: 1px solid var(--line); }
  .tabs > [role="tablist"] { display: contents; }
  [role="tab"] { border: 0; border-bottom: 2px solid transparent; border-radius: var(--radius) var(--radius) 0 0; background: none; margin-bottom: -1px;
    padding-inline: 0.45rem; }
  button[role="tab"][aria-selected="true"] { background: none; border-color: transparent; border-bottom-color: var(--accent); color: var(--accent);
  font-weight: 600; }
  .segments { display: inline-flex; }
  .segments > button { border-radius: 0; margin-inline-start: -1px; border-color: var(--edge); }
  .segments > button:first-child { border-start-start-radius: var(--radius); border-end-start-radius: var(--radius); margin-inline-start: 0; }
  .segments > button:last-child { border-start-end-radius: var(--radius); border-end-end-radius: var(--radius); }
  .segments > button[aria-pressed="true"] { position: relative; border-color: var(--accent); }
  select, input { background: var(--bg); border: 1px solid var(--edge); border-radius: var(--radius); min-height: 1.75rem; padding: 0.1rem 0.4rem; }
  ::placeholder { color: var(--fg2); opacity: 1; }
  a { color: var(--accent); }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
  .vscroll:focus-visible { outline-offset: -2px; }
  kbd { font: 0.85em var(--mono); border: 1px solid var(--line); border-radius: 3px; padding: 0 0.3em; background: var(--bg2); }
  .mono { font-family: var(--mono); }
  .muted { color: var(--fg2); }
  .sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  .error { color: var(--error); } .warning { color: var(--warning); } .note { color: var(--note); }
  .game { background: #14171c; color: #f2f3f5; border-radius: 3px; padding: 0 0.3em; } .game > span { color: var(--plain, var(--colour)); }
  .row { display: flex; gap: 0.4rem; align-items: center; flex-wrap: wrap; }
  h2, h3 { font-size: 1rem; margin: 0; font-weight: 600; }
  @media (prefers-reduced-motion: no-preference) { button { transition: background 80ms; } }
`;

/** A scrolled list of rows of one height; see Virtual. */
export const scrolled = css`
  .vscroll { overflow: auto; position: relative; height: 100%; overflow-anchor: none; contain: strict; }
  .vspace { position: relative; overflow: hidden; min-width: 100%; }
  .vwin { position: absolute; inset: 0 0 auto 0; will-change: transform; }
`;

/** On a dark ground a shade has to be stronger to be seen. */
const tint = (hue: string) => {
  const colour = css`var(--h-${css([hue] as unknown as TemplateStringsArray)})`;
  return css`light-dark(color-mix(in srgb, ${colour} var(--s, 16%), var(--bg)), color-mix(in srgb, ${colour} calc(var(--s, 16%) + 13%), var(--bg)))`;
};

/** The shades of fields, by kind and depth, the same in table, tree and bytes. */
export const shades = css`
  .d-0 { --s: 14%; } .d-1 { --s: 18%; } .d-2 { --s: 22%; } .d-3 { --s: 26%; }
  .d-0.alt { --s: 23%; } .d-1.alt { --s: 27%; } .d-2.alt { --s: 31%; } .d-3.alt { --s: 35%; }
  .h-num { background-color: ${tint("num")}; }
  .h-text { background-color: ${tint("text")}; }
  .h-len { background-color: ${tint("len")}; }
  .h-name { background-color: ${tint("name")}; }
  .h-addr { background-color: ${tint("addr")}; }
  .h-raw { background-color: ${tint("raw")}; }
  .h-pad { background-color: var(--bg2); }
  .h-unk { background-color: var(--bg);
    background-image: repeating-linear-gradient(135deg, transparent 0 4px, color-mix(in srgb, var(--fg) 22%, transparent) 4px 5px); }
`;
