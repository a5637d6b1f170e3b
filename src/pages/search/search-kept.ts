import type { NamedValue } from '#search/query/request.ts';
import { html, type Html } from '../frame/html.ts';
import type { Messages } from '../messages.ts';

/** Hidden fields with these values: one per parameter, however many values it has. */
export function keptValues(values: readonly NamedValue[], search: Messages['search']): Html {
  const names = new Set(values.map(({ name }) => name));
  return html`${[...names].map((name) => keptOf(name, values, search))}`;
}

function keptOf(name: string, values: readonly NamedValue[], search: Messages['search']): Html {
  const [first, ...others] = values.filter((one) => one.name === name);
  if (others.length === 0) return html`<input type="hidden" name="${name}" value="${first?.value ?? ''}" /> `;
  // Identifiers contain no spaces, so the text of an option is its value.
  return html`<select name="${name}" aria-label="${labelOf(name, search)}" multiple hidden>
    ${[first, ...others].map((one) => html`<option selected>${one?.value ?? ''}</option>`)}
  </select> `;
}

/** The display name of a parameter. */
export function labelOf(parameter: string, search: Messages['search']): string {
  const names: Readonly<Record<string, string>> = search.names;
  return names[parameter] ?? parameter;
}
