import { html } from "lit";

/** Stands where something will be that the whole decoder is needed for. */
export const loading = html`<p class="muted" role="status">Loading …</p>`;
