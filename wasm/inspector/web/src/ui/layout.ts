import { css } from "lit";

/** How the page is laid out: header, panes side by side or one at a time, and what lies over them. */
export const layout = css`
  :host { display: flex; flex-direction: column; height: 100%; min-height: 0; background: var(--bg); position: relative; }
  header { display: flex; gap: 0.4rem; align-items: center; padding: 0.35rem 0.75rem; border-bottom: 1px solid var(--line); flex-wrap: wrap;
    background: var(--bg2); }
  .skip { position: absolute; inset: 0.3rem auto auto 0.5rem; z-index: 5; background: var(--bg); padding: 0.3rem 0.6rem; border-radius: var(--radius); }
  .skip:not(:focus) { clip-path: inset(50%); pointer-events: none; }
  h1 { font-size: 1.1rem; margin: 0 0.5rem 0 0; font-weight: 700; letter-spacing: -0.01em; }
  h1 i { font-style: normal; color: var(--accent); }
  .grow { flex: 1; }
  .search { display: flex; align-items: center; gap: 0.2rem; flex: 0 1 auto; }
  .search input { width: clamp(12rem, 20vw, 24rem); }
  .count { min-width: 4.2rem; font-variant-numeric: tabular-nums; color: var(--fg2); text-align: center; } .count:empty { min-width: 0; }
  main { flex: 1; min-height: 0; display: flex; }
  .pane { display: flex; flex-direction: column; gap: 0.3rem; padding: 0.5rem 0.6rem; min-width: 0; min-height: 0; height: 100%; position: relative; }
  .pane > .fill { flex: 1; min-height: 0; }
  header label { display: flex; align-items: center; }
  .right { margin-inline-start: auto; padding-block: 0 0.15rem; } .right > button { min-height: 1.6rem; }
  .steps { white-space: nowrap; font-variant-numeric: tabular-nums; flex: none; }
  .title { flex: none; display: flex; gap: 0.5rem; align-items: flex-start; overflow: hidden; padding: 1px; } .title > div { flex: 1; min-width: 0; }
  .title.several { min-height: 3.3rem; } /* one packet has as much above its fields as the next */
  .heading, .result { margin: 0; flex: none; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .result > b { font-size: 1.25rem; line-height: 1.3; font-weight: 650; white-space: normal; overflow-wrap: anywhere; display: -webkit-box;
    -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
  .result { white-space: normal; } .result .fact { display: inline-block; margin-inline-end: 0.9rem; max-width: 100%; overflow: hidden;
    text-overflow: ellipsis; white-space: nowrap; vertical-align: bottom; }
  .several .result { white-space: nowrap; text-overflow: ellipsis; } .several .result > b { display: inline; white-space: nowrap; }
  .heading > * { margin-inline-end: 0.5rem; } .heading b { font-weight: 600; } .title .heading:only-child b { font-size: 1.1rem; }
  .number { color: var(--fg2); font-variant-numeric: tabular-nums; } .whole > fs-capture-bar { flex: none; }
  .close { position: absolute; inset: 0.35rem 0.6rem auto auto; z-index: 1; } .title:has(+ .close) { padding-inline-end: 8rem; }
  .fill2 { display: flex; padding-bottom: 0.3rem; } .fill2 > * { flex: 1; min-width: 0; }
  .over { flex: 1; min-height: 0; }
  .panes { display: none; }
  .stale { opacity: 0.93; filter: grayscale(1); --plain: currentcolor; } /* a grey colour of a name can be too dark */
  .hint { color: var(--fg2); padding: 0.7rem; } .promise { white-space: nowrap; } fs-packet-line { flex: none; }
  footer progress { width: 6rem; height: 0.6rem; accent-color: var(--accent); }
  footer { min-height: 1.7rem; flex-wrap: nowrap; padding: 0.1rem 0.75rem; border-top: 1px solid var(--line); color: var(--fg2); background: var(--bg2);
    display: flex; gap: 1rem; align-items: center; }
  .dropzone { position: absolute; inset: 0; z-index: 9; display: none; place-items: center; border: 3px dashed var(--accent);
    background: color-mix(in srgb, var(--accent-faint) 82%, transparent); font-size: 1.6rem; color: var(--accent); pointer-events: none; }
  :host(.drop) .dropzone { display: grid; }
  .bad { background: var(--error-soft); color: var(--error); padding: 0.3rem 0.75rem; display: flex; gap: 1rem; align-items: center; }
  .bad.info { background: var(--note-soft); color: var(--note); }
  .sheet { position: relative; flex: 0 1 auto; max-height: 46%; min-height: 0; display: flex; border-top: 1px solid var(--edge); background: var(--bg);
    box-shadow: 0 -4px 14px color-mix(in srgb, #000 18%, transparent); border-radius: 0.7rem 0.7rem 0 0; }
  .sheet > button { position: absolute; inset: 0.3rem 0.3rem auto auto; min-width: 2rem; min-height: 2rem; z-index: 1; background: var(--bg); }
  .sheet > fs-detail { flex: 1; min-width: 0; height: auto; border: 0; background: none; }
  @media (prefers-reduced-motion: no-preference) { .sheet { animation: rise 140ms ease-out; }
  @keyframes rise { from { transform: translateY(30%); opacity: 0; } } }
  @media (max-height: 560px) { .pane { overflow: auto; } .pane > fs-split.fill, .pane > .fill { min-height: 22rem; } }
  @media (max-width: 1120px) { .search { flex: 0 1 17rem; } .search label { flex: 1; display: flex; } .search input { flex: 1; width: auto; min-width: 5rem; }
    header { gap: 0.25rem; } h1 { margin-inline-end: 0.2rem; } }
  @media (max-width: 820px) {
    .panes { display: flex; margin: 0.3rem 0.6rem; }
    .panes button { flex: 1; min-height: 2.2rem; }
    header { gap: 0.3rem; padding: 0.3rem 0.5rem; }
    footer .said ~ fs-pointed, footer .said ~ .promise, fs-pointed.on ~ .promise { display: none; }
    fs-split:is([name="columns"], [name="packet"], [name="capture"]) { display: flex; flex-direction: column; height: 100%; width: 100%; }
    fs-split:is([name="columns"], [name="packet"]) > .pane { flex: 1 1 0; height: auto; }
    fs-split[name="capture"] > * { flex: 1 1 0; }
    .off { display: none !important; }
    .heading { white-space: normal; }
    .search { flex: 1 1 8rem; }
    .search button:disabled { display: none; }
  }
  @media (max-width: 480px) {
    header .grow { flex: 1; } .search { flex: 1 0 100%; } .title { min-height: 0; }
    .title.several { min-height: 0; } .tabs { flex-wrap: nowrap; overflow-x: auto; } .tabs > *, .tabs [role="tab"] { flex: none; }
    .pane { padding: 0.3rem 0.4rem; }
  }
`;
