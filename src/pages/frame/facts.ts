import { html, NOTHING, type Html } from './html.ts';
import { words } from './words.ts';

/** A labelled fact, for a `dl`. */
export function fact(name: string, content: Html | readonly Html[]): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${content}</dd>
  </div>`;
}

/** A fact that is catalogue text; empty if there is none. */
export function textFact(name: string, text: string): Html {
  return text === '' ? NOTHING : fact(name, words(text));
}

/** Separates items with commas. */
export function listed(all: readonly Html[]): readonly Html[] {
  return all.map((one, at) => html`<span>${at > 0 ? ', ' : ''}${one}</span>`);
}
