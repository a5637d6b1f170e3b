import type { Messages } from '../messages/en.ts';

/** Something that was chosen, and the address at which it is not. */
export interface Chip {
  readonly key: string;
  /** What kind of thing: `Series`. */
  readonly kind?: string;
  readonly label: string;
  readonly without: string;
}

/** What was chosen, each to be taken away by one click. */
export function Chips({ chips, messages }: { readonly chips: readonly Chip[]; readonly messages: Messages }) {
  if (chips.length === 0) return null;
  return (
    <ul class="chips">
      {chips.map(({ key, kind, label, without }) => (
        <li key={key}>
          <a class="chip" href={without}>
            <span class="unseen">{messages.list.remove} </span>
            {kind !== undefined && <span class="quiet">{kind} </span>}
            <bdi lang="">{label}</bdi> <span aria-hidden="true">×</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
