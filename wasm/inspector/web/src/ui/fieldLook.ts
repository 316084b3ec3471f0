import { css } from "lit";

/** Where there is little room, a value has two lines. */
export const rowHeight = { wide: 1.75, narrow: 2.3 };
export const narrow = 30;

/** How the rows of the fields look. */
export const look = css`
  :host { display: block; height: 100%; min-height: 0; container-type: inline-size; }
  .vscroll { border: 1px solid var(--line); border-radius: var(--radius); }
  .f { display: grid; height: ${rowHeight.wide}rem; align-items: center; cursor: default; border-bottom: 1px solid var(--line); }
  .table .f { grid-template-columns: 1.4rem calc(var(--offsets, 6) * 0.56rem + 1rem) minmax(8rem, 1.15fr) minmax(6rem, 0.9fr) minmax(8rem, 1.6fr);
  min-width: 34rem; }
  .tree .f { grid-template-columns: 1.4rem minmax(9rem, 1fr) minmax(9rem, 1.6fr); }
  .f > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; padding: 0 0.4rem; }
  .head { position: sticky; top: 0; z-index: 1; background: var(--bg3); font-weight: 600; border-bottom: 1px solid var(--line); }
  .fieldhead { display: flex; align-items: center; padding-inline-start: 0.4rem; } .fieldhead .tw { cursor: pointer; text-align: start; }
  .fieldhead > button.tw { min-height: 24px; min-width: 24px; } .fieldhead { padding-inline-start: 0; }
  .mark { padding: 0 0.2rem; text-align: center; }
  .off { padding: 0 0.3rem; }
  .off, .raw { font-family: var(--mono); font-size: 0.9rem; color: var(--fg2); }
  .name { display: flex; align-items: center; }
  .name bdi { overflow: hidden; text-overflow: ellipsis; }
  .chip { width: 0.65rem; height: 1rem; border-radius: 2px; margin-inline-end: 0.45rem; flex: none; border: 1px solid var(--line); }
  .tw { width: 1.1rem; flex: none; border: 0; background: none; min-height: 1.2rem; padding: 0; color: var(--fg2); }
  .group .name { font-weight: 600; }
  .value { font-family: var(--mono); font-size: 0.95rem; }
  .note { color: var(--fg2); font-family: var(--sans); font-size: 0.95rem; }
  .f.up { background: var(--accent-faint); }
  .f.hov { background: var(--accent-faint); box-shadow: inset 0 0 0 1px var(--accent); }
  .f[aria-selected="true"] { background: var(--accent-soft); box-shadow: inset 3px 0 0 var(--accent); }
  .f[aria-selected="true"] .off, .f[aria-selected="true"] .raw, .f[aria-selected="true"] .note { color: var(--fg); }
  .f.hit .name bdi, .f.hit .value { text-decoration: underline 2px var(--accent); text-underline-offset: 3px; }
  .bit, .len .name, .len .value { color: var(--fg2); }
  .f[aria-selected="true"].len .name, .f[aria-selected="true"].len .value, .f[aria-selected="true"].bit { color: var(--fg); }
  .edit { width: 100%; min-height: 1.4rem; font: inherit; padding: 0 0.2rem; } .edit[aria-invalid="true"] { border-color: var(--error); }
  .f:has(.edit) { position: relative; z-index: 2; overflow: visible; } .f > .value:has(.edit) { overflow: visible; position: relative; display: block; }
  .value > .why[role="alert"] { position: absolute; inset: calc(100% + 2px) auto auto 0.4rem; background: var(--error-soft); border: 1px solid var(--error);
    border-radius: var(--radius); padding: 0.15rem 0.45rem; white-space: normal; max-width: 100%; z-index: 3; }
  .offhead, .offhead[aria-pressed="true"] { padding: 0; min-height: 24px; min-width: 24px; border: 0; background: none; font: inherit; font-weight: 600;
  color: inherit; text-align: start; }
  .offhead:hover { text-decoration: underline; }
  .why { font-family: var(--sans); font-size: 0.95rem; }
  @container (max-width: 56rem) {
    /* Names have what the longest one takes, so that all values begin at one place. */
    .table .f { min-width: 0; grid-template-columns: 1.1rem calc(var(--offsets, 6) * 0.56rem + 0.6rem) min(var(--names, 14rem), 46cqw) minmax(0, 1fr); }
    .raw, .rawhead { display: none; } .value { font-size: 0.9rem; }
  }
  @container (max-width: ${narrow}rem) {
    .table .f { grid-template-columns: 0.9rem calc(var(--offsets, 6) * 0.55rem) min(var(--names, 14rem) * 0.9, 44cqw) minmax(0, 1fr); }
    .f > * { padding: 0 0.15rem; } .f > .mark { padding: 0; } .tw { width: 0.8rem; } .chip { margin-inline-end: 0.25rem; }
    .value, .note { font-size: 0.88rem; } .name { font-size: 0.92rem; }
    .f { height: ${rowHeight.narrow}rem; }
    .vwin .value { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; white-space: normal; overflow-wrap: anywhere;
      line-height: 1.25; }
    .f > .off { padding: 0; } .head > .off { font: inherit; font-size: 0.9rem; }
  }
  .f > .in-1 { padding-inline-start: 1.2rem; }
  .f > .in-2 { padding-inline-start: 2.1rem; }
  .f > .in-3 { padding-inline-start: 3rem; }
  .f > .in-4 { padding-inline-start: 3.9rem; }
  .empty { padding: 1rem; color: var(--fg2); }
`;
