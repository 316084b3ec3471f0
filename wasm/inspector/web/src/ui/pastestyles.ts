import { css } from "lit";

/** How the paste box looks: the text, and over it in the same font what is marked of it. */
export const pasteStyles = css`
  :host { display: flex; flex-direction: column; gap: 0.35rem; min-height: 0; overflow: auto; }
  .box { position: relative; flex: 1 0 5rem; display: flex; }
  textarea, .mirror {
    font: 0.9rem/1.3rem var(--mono); line-height: round(1.3rem, 1px); padding: 0.4rem 0.5rem; border: 1px solid var(--edge);
    border-radius: var(--radius); white-space: pre; margin: 0; tab-size: 8; font-variant-ligatures: none;
  }
  textarea { resize: none; background: var(--bg); display: block; flex: 1; width: 100%; overflow: auto; }
  .clip { position: absolute; inset: 1px auto auto 1px; overflow: hidden; pointer-events: none; }
  .mirror { border: 0; color: transparent; position: absolute; inset: 0 auto auto 0; width: max-content; }
  mark { color: transparent; border-radius: 2px; background: color-mix(in srgb, var(--tone) var(--much), transparent); --much: 16%; }
  .even { --tone: var(--h-num); } .odd { --tone: var(--h-name); } .now { --much: 34%; }
  .skip { --tone: var(--bg); --much: 38%; }
  .sel { --tone: var(--accent); --much: 40%; box-shadow: 0 0 0 1px var(--accent); }
  .hov { background: none; box-shadow: inset 0 -2px 0 var(--accent); }
  .bad { --tone: var(--error); --much: 18%; text-decoration: underline wavy var(--error) 1.5px; text-underline-offset: 3px; }
  .callout {
    position: absolute; inset: 0 auto auto 0; max-width: calc(100% - 0.5rem); background: var(--error-soft); color: var(--error);
    border: 1px solid var(--error); border-radius: var(--radius); padding: 0.2rem 0.45rem; font-size: 0.92rem; z-index: 2;
  }
  .callout::before {
    content: ""; position: absolute; top: -5px; left: var(--tip, 8px); width: 8px; height: 8px; background: inherit;
    border: solid var(--error); border-width: 1px 0 0 1px; transform: rotate(45deg);
  }
  .callout.above::before { top: auto; bottom: -5px; border-width: 0 1px 1px 0; }
  textarea:focus-visible { outline-offset: -2px; }
  :host(.placed) .why { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .others { margin-top: 0.2rem; gap: 0.1rem 0.4rem; } .grow { flex: 1; } .said p { margin: 0 0 0.2rem; }
  .fix { min-height: 1.7rem; padding: 0 0.4rem; margin: 0.1rem 0.2rem 0.1rem 0; } .read summary { padding: 0; color: inherit; }
  .read .link { color: var(--accent); text-decoration: underline; }
  .said { flex: none; min-height: 1.45em; overflow-wrap: anywhere; }
  .said b { font-weight: 600; }
  ul { margin: 0.2rem 0 0; padding: 0; list-style: none; max-height: 6em; overflow: auto; }
  select { max-width: 9.5rem; min-width: 0; }
  .options { gap: 0.3rem; }
  .last { flex: none; display: flex; align-items: flex-start; gap: 0.5rem; } .last details { flex: 1; min-width: 0; }
  details summary { cursor: pointer; color: var(--fg2); padding-block: 0.22rem; }
  :host(.over) textarea { outline: 2px dashed var(--accent); outline-offset: -4px; }
`;
