import { css } from "lit";

/** How the page is laid out: header, panes side by side or one at a time, and what lies over them. */
export const layout = css`
  :host { display: flex; flex-direction: column; height: 100%; min-height: 0; background: var(--bg); }
  header { display: flex; gap: 0.4rem; align-items: center; padding: 0.35rem 0.75rem; border-bottom: 1px solid var(--line); flex-wrap: wrap;
    background: var(--bg2); }
  h1 { font-size: 1.1rem; margin: 0 0.5rem 0 0; font-weight: 700; letter-spacing: -0.01em; }
  h1 i { font-style: normal; color: var(--accent); }
  .grow { flex: 1; }
  .search { display: flex; align-items: center; gap: 0.2rem; }
  .search input { width: clamp(12rem, 20vw, 24rem); }
  .count { min-width: 4.2rem; font-variant-numeric: tabular-nums; color: var(--fg2); text-align: center; }
  main { flex: 1; min-height: 0; display: flex; }
  .pane { display: flex; flex-direction: column; gap: 0.3rem; padding: 0.5rem 0.6rem; min-width: 0; min-height: 0; height: 100%; }
  .pane > .fill { flex: 1; min-height: 0; }
  header label { display: flex; align-items: center; }
  .tabs { display: flex; gap: 0.15rem; align-items: center; flex-wrap: wrap; min-height: 1.8rem; flex: none; } .tabs > [role="tablist"] { display: contents; }
  .tabs button { padding-inline: 0.28rem; } .tabs > [role="group"] { margin-inline-start: auto; }
  .heading, .result { margin: 0; min-height: 1.5rem; flex: none; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .result { white-space: normal; max-height: 4.5rem; overflow: auto; } .fact { display: inline-block; }
  .heading > *, .result > * { margin-inline-end: 0.5rem; }
  .number { color: var(--fg2); font-variant-numeric: tabular-nums; } .whole > fs-capture-bar { flex: none; }
  .close { position: absolute; inset: 0.35rem 0.6rem auto auto; } .heading:has(+ .close) { padding-inline-end: 8rem; } .pane { position: relative; }
  .heading b { font-weight: 650; } .result .fact { margin-inline-end: 0.9rem; }
  .fill2 { display: flex; padding-bottom: 0.3rem; } .fill2 > * { flex: 1; min-width: 0; }
  .over { flex: 1; min-height: 0; }
  .panes { display: none; }
  .stale { opacity: 0.93; filter: grayscale(1); --plain: currentcolor; } /* a grey colour of a name can be too dark */
  .hint { color: var(--fg2); padding: 0.7rem; } .promise { white-space: nowrap; } fs-packet-line { flex: none; }
  footer progress { width: 6rem; height: 0.6rem; accent-color: var(--accent); }
  footer { min-height: 1.7rem; flex-wrap: nowrap; padding: 0.1rem 0.75rem; border-top: 1px solid var(--line); color: var(--fg2); background: var(--bg2);
    display: flex; gap: 1rem; align-items: center; }
  .drop { outline: 3px dashed var(--accent); outline-offset: -6px; }
  .bad { background: var(--error-soft); color: var(--error); padding: 0.3rem 0.75rem; display: flex; gap: 1rem; align-items: center; }
  @media (max-height: 560px) { .pane { overflow: auto; } .pane > fs-split.fill, .pane > .fill { min-height: 22rem; } }
  @media (max-width: 1120px) { .search input { width: 7rem; } header { gap: 0.25rem; } h1 { margin-inline-end: 0.2rem; } }
  @media (max-width: 820px) {
    .panes { display: flex; gap: 0.3rem; padding: 0.3rem 0.6rem; border-bottom: 1px solid var(--line); }
    .panes button { flex: 1; min-height: 2.2rem; }
    header { gap: 0.3rem; padding: 0.3rem 0.5rem; }
    footer .said ~ fs-pointed, footer .said ~ .promise, fs-pointed.on ~ .promise { display: none; }
    header .grow { display: none; }
    fs-split:is([name="columns"], [name="packet"], [name="capture"]) { display: block; height: 100%; width: 100%; }
    .off { display: none !important; }
    .search input { width: 8rem; }
    .heading { white-space: normal; display: flex; } .heading b { flex: none; } .about { flex: 1 1 0; min-width: 0; white-space: nowrap; }
    .about { overflow: hidden; text-overflow: ellipsis; }
    .search { flex: 1; }
    .search button:disabled { display: none; }
    .search label { flex: 1; display: flex; }
    .search input { flex: 1; min-width: 5rem; }
  }
  @media (min-width: 481px) and (max-width: 820px) { .count:empty { min-width: 0; } }
`;
