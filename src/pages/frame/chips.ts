import { html, NOTHING, type Html } from './html.ts';
import type { Messages } from '../messages.ts';

/** An active filter, and the address of the page without it. */
export interface Chip {
  /** Kind of filter: `Series`. */
  readonly kind?: string;
  readonly label: string;
  readonly without: string;
}

/** Active filters, each removable by one click. */
export function chipList(chips: readonly Chip[], messages: Messages): Html {
  if (chips.length === 0) return NOTHING;
  return html`<ul class="chips">
    ${chips.map(
      ({ kind, label, without }) =>
        html`<li>
          <a class="chip" href="${without}"
            ><span class="unseen">${messages.list.remove} </span
            >${kind !== undefined ? html`<span class="quiet">${kind} </span>` : NOTHING}<bdi lang="">${label}</bdi>
            <span aria-hidden="true">×</span></a
          >
        </li>`,
    )}
  </ul>`;
}
