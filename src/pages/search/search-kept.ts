import type { NamedValue } from '#search/query/request.ts';
import { html, type Html } from '../frame/html.ts';
import type { Messages } from '../messages.ts';

/** Fields that nobody sees, by which a form asks for these values: one for each parameter, however many it has. */
export function keptValues(values: readonly NamedValue[], search: Messages['search']): Html {
  const names = new Set(values.map(({ name }) => name));
  return html`${[...names].map((name) => keptOf(name, values, search))}`;
}

function keptOf(name: string, values: readonly NamedValue[], search: Messages['search']): Html {
  const [first, ...others] = values.filter((one) => one.name === name);
  if (others.length === 0) return html`<input type="hidden" name="${name}" value="${first?.value ?? ''}" /> `;
  // Identifiers hold no space: what an option says is its value.
  return html`<select name="${name}" aria-label="${labelOf(name, search)}" multiple hidden>
    ${[first, ...others].map((one) => html`<option selected>${one?.value ?? ''}</option>`)}
  </select> `;
}

/** What a parameter is called. */
export function labelOf(parameter: string, search: Messages['search']): string {
  const names: Readonly<Record<string, string>> = search.names;
  return names[parameter] ?? parameter;
}
