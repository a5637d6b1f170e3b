import { wordsIn } from './microdata.ts';
import type { Attributes, MarkedElement, MarkupSyntax } from './markup-reader.ts';

/** Events in hCalendar 1.0 (`vevent`) and microformats 2 (`h-event`), in schema.org terms. */
export const MICROFORMATS: MarkupSyntax = {
  read(name: string, attributes: Attributes, types: readonly string[] | undefined): MarkedElement {
    const names = wordsIn(attributes.class ?? '');
    const { datetime, href, title } = attributes;
    const properties = propertiesOf(names, types);
    const isTime = properties.some((property) => property === 'startDate' || property === 'endDate');
    const isPart = name === 'time' || names.some((one) => one === 'value' || one === 'value-title');
    return {
      properties,
      value: isTime ? (datetime ?? title) : name === 'abbr' ? title : undefined,
      address: href,
      thing: thingIn(names),
      time: isPart && !isTime ? (datetime ?? title ?? '') : undefined,
    };
  },
};

function thingIn(names: readonly string[]): MarkedElement['thing'] {
  if (names.some((name) => name === 'vevent' || name === 'h-event')) return { types: ['Event'], id: '' };
  // What is in a card belongs to the card.
  return names.some((name) => CARD.test(name)) ? { types: [], id: '' } : undefined;
}

const CARD = /^(?:h-[a-z]+|vcard|adr|geo)$/;

function propertiesOf(names: readonly string[], types: readonly string[] | undefined): readonly string[] {
  if (types === undefined) return [];
  const terms = types.length === 0 ? OF_CARDS : OF_EVENTS;
  return [...new Set(names.flatMap((name) => terms.get(name) ?? []))];
}

const OF_EVENTS: ReadonlyMap<string, string> = new Map([
  ...['summary', 'p-name'].map((name) => [name, 'name'] as const),
  ...['description', 'p-description', 'e-description', 'p-summary', 'e-content'].map(
    (name) => [name, 'description'] as const,
  ),
  ...['dtstart', 'dt-start'].map((name) => [name, 'startDate'] as const),
  ...['dtend', 'dt-end'].map((name) => [name, 'endDate'] as const),
  ...['duration', 'dt-duration'].map((name) => [name, 'duration'] as const),
  ...['location', 'p-location'].map((name) => [name, 'location'] as const),
  ...['url', 'u-url'].map((name) => [name, 'url'] as const),
  ...['category', 'p-category'].map((name) => [name, 'keywords'] as const),
  ...['organizer', 'p-organizer'].map((name) => [name, 'organizer'] as const),
  ...['p-speaker', 'p-performer'].map((name) => [name, 'performer'] as const),
]);

const OF_CARDS: ReadonlyMap<string, string> = new Map(['fn', 'p-name'].map((name) => [name, 'name']));
