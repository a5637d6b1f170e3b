import type { Attributes, MarkedElement, MarkupSyntax } from './markup-reader.ts';

/** schema.org things in Microdata (HTML, 5). Does not follow `itemref`. */
export const MICRODATA: MarkupSyntax = {
  read(name: string, attributes: Attributes): MarkedElement {
    const { itemscope, itemprop = '', itemtype = '', itemid = '' } = attributes;
    const properties = wordsIn(itemprop).map((word) => SCHEMA_TERM.exec(word)?.[1] ?? word);
    const types = wordsIn(itemtype).flatMap((type) => SCHEMA_TERM.exec(type)?.[1] ?? []);
    return {
      properties: properties.filter((property) => /^\w+$/.test(property)),
      value: valueIn(name, attributes),
      address: attributes.href ?? attributes.src,
      thing: itemscope === undefined ? undefined : { types, id: itemid.trim() },
      time: properties.length === 0 ? attributes.datetime : undefined,
    };
  },
};

const SCHEMA_TERM = /^https?:\/\/(?:www\.)?schema\.org\/(\w{1,100})$/i;

/** Limits on an attribute: characters, and names in it. */
const MAX_LENGTH = 1000;
const MAX_NAMES = 20;

export function wordsIn(attribute: string): readonly string[] {
  return attribute
    .slice(0, MAX_LENGTH)
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MAX_NAMES);
}

/** Many pages have `content` and `datetime` on elements that do not take them. */
function valueIn(name: string, { content, datetime, value, href }: Attributes): string | undefined {
  if (content !== undefined || datetime !== undefined) return content ?? datetime;
  return name === 'link' ? href : name === 'data' || name === 'meter' ? value : undefined;
}
