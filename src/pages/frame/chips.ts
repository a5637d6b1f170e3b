import { html, NOTHING, type Html } from './html.ts';
import type { Messages } from '../messages.ts';

/** Something that was chosen, and the address at which it is not. */
export interface Chip {
  /** What kind of thing: `Series`. */
  readonly kind?: string;
  readonly label: string;
  readonly without: string;
}

/** What was chosen, each to be taken away by one click. */
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
