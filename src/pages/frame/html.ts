import { createElement, Fragment, type ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';
import { withoutForbidden } from '#representations/printable.ts';
import { escapedXml } from '#representations/json/xml-text.ts';

/** A piece of HTML: markup of ours, in which all text of others is escaped. Only what is here makes one of text. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export const NOTHING = new Html('');

/** What components write, without the characters that no document may hold (NUL among them): they say nothing. */
export function rendered(children: ComponentChildren): Html {
  return new Html(withoutForbidden(render(createElement(Fragment, null, children))));
}

/** Content of an element in which nothing is a reference, such as a script; made safe for it before. */
export function verbatim(text: string): Html {
  return new Html(withoutForbidden(text));
}

export type Value = string | number | Html | readonly Html[];

/** Templates as they are sent: indented for us, not for browsers. */
const sent = new WeakMap<TemplateStringsArray, readonly string[]>();

/**
 * Markup with values in it, for what is written too often for components. Text is escaped, for elements and for
 * attributes in double quotes alike; pieces of HTML stand as they are.
 */
export function html(template: TemplateStringsArray, ...values: readonly Value[]): Html {
  return filled(asSent(template), values);
}

/** The same without the line breaks of the template, for where they would be seen. */
export function tight(template: TemplateStringsArray, ...values: readonly Value[]): Html {
  return filled(asSent(template, ''), values);
}

function filled(markup: readonly string[], values: readonly Value[]): Html {
  let text = markup[0] ?? '';
  for (let at = 0; at < values.length; at += 1) text += written(values[at] ?? '') + (markup[at + 1] ?? '');
  return new Html(text);
}

export function asSent(template: TemplateStringsArray, lineBreak = '\n'): readonly string[] {
  let markup = sent.get(template);
  if (markup === undefined) sent.set(template, (markup = template.map((part) => part.replace(/\s*\n\s*/g, lineBreak))));
  return markup;
}

export function written(value: Value): string {
  if (value instanceof Html) return value.markup;
  if (typeof value === 'string') return escapedXml(value);
  if (typeof value === 'number') return String(value);
  let text = '';
  for (const piece of value) text += piece.markup;
  return text;
}
