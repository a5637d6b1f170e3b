import { html, NOTHING, type Html } from './html.ts';
import { words } from './words.ts';

/** Something that there is to know, under its name: for a `dl`. */
export function fact(name: string, content: Html | readonly Html[]): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${content}</dd>
  </div>`;
}

/** Somebody's words; nothing where there are none. */
export function textFact(name: string, text: string): Html {
  return text === '' ? NOTHING : fact(name, words(text));
}

/** One after the other with commas between. */
export function listed(all: readonly Html[]): readonly Html[] {
  return all.map((one, at) => html`<span>${at > 0 ? ', ' : ''}${one}</span>`);
}
