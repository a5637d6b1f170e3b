import { fileFailure, type FileFailure } from '../file-failure.ts';
import { HtmlReader } from '../html-reader.ts';
import { decoded } from '../text-decoding.ts';
import { EVENT_TYPES } from './schema-org-graph.ts';

/** Largest page in which to look for markup, in bytes. */
const MAX_SIZE = 16 * 1024 * 1024;

/** Passes on the chunks of a page, and keeps them in case its events are in its markup. */
export class KeptPage {
  readonly #chunks: Buffer[] = [];
  #size = 0;

  async *keep(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.#size += chunk.length;
      if (this.#size <= MAX_SIZE) this.#chunks.push(chunk);
      else this.#chunks.length = 0;
      yield chunk;
    }
  }

  get isTooLarge(): boolean {
    return this.#size > MAX_SIZE;
  }

  /** `''`: the page is too large. */
  get html(): string {
    return this.isTooLarge ? '' : decoded(Buffer.concat(this.#chunks));
  }
}

interface MarkedEvents {
  /** For the summary. */
  readonly kind: string;
  readonly things: readonly FoundThing[];
}

/** Events in the first kind of markup that has any; undefined: none. @throws FileFailure when there are too many */
export function markedEvents(html: string): MarkedEvents | undefined {
  for (const [kind, sign, syntax] of SYNTAXES) {
    const things = sign.test(html) ? markedThings(html, syntax).filter(isEvent) : [];
    if (things.length > 0) return { kind, things };
  }
  return undefined;
}

/** Whether it is an event with a name or a start: some templates wrap an event in another that has neither. */
function isEvent({ thing }: FoundThing): boolean {
  const types = thing['@type'];
  const isOne = Array.isArray(types) && types.some((type) => EVENT_TYPES.has(String(type)));
  return isOne && ('name' in thing || 'startDate' in thing);
}

/** The markup of one element of a page, in schema.org terms. */
interface MarkedElement {
  /** Properties of the enclosing thing that the element gives. */
  readonly properties: readonly string[];
  /** Value from its attributes; undefined: the value is its text, or its `thing`. */
  readonly value?: string | undefined;
  /** Address that it links to, used as the value of properties for addresses. */
  readonly address?: string | undefined;
  /** The thing that it describes; without types, the name or text of the thing is used. */
  readonly thing?: { readonly types: readonly string[]; readonly id: string } | undefined;
  /** Part of the time that an enclosing element gives; `''`: its text, unless there are parts within it. */
  readonly time?: string | undefined;
}

type Attributes = Readonly<Record<string, string>>;

/** Reads a kind of markup: Microdata, or microformats. */
interface MarkupSyntax {
  /** @param types of the thing that encloses the element; undefined: none does */
  read(name: string, attributes: Attributes, types: readonly string[] | undefined): MarkedElement;
}

/** A thing with its properties, in the form of JSON-LD. */
type MarkedThing = Record<string, unknown>;

interface FoundThing {
  readonly line: number;
  readonly thing: MarkedThing;
}

/** Limit on the things of a page. */
const MAX_THINGS = 100_000;
/** Limits on one text and on all texts, in characters: a text belongs to every property around it. */
const LONGEST_TEXT = 100_000;
const MAX_TEXT = 32 * 1024 * 1024;

/**
 * The things that a page marks up, except those that are properties of others.
 *
 * @param html of bounded length
 * @throws FileFailure when there are too many: leaving some out would make their talks count as gone
 */
function markedThings(html: string, syntax: MarkupSyntax): readonly FoundThing[] {
  const page = new MarkupReader(html, syntax);
  const reader = new HtmlReader({
    onopentag: (name, attributes) => {
      page.open(name, attributes, reader.startIndex);
    },
    ontext: (text) => {
      page.text(text);
    },
    onclosetag: () => {
      page.close();
    },
  });
  reader.write(html);
  reader.end();
  return page.found;
}

interface Open {
  readonly name: string;
  readonly marked: MarkedElement;
  /** The element's own thing, and the thing that encloses it. */
  readonly own: OwnThing | undefined;
  readonly around: OwnThing | undefined;
  /** Parts of the time that it is, or that is nearest around it. */
  readonly times: string[] | undefined;
  /** How many of them come before it. */
  readonly timesBefore: number;
  text: string;
}

interface OwnThing {
  readonly types: readonly string[];
  readonly id: string;
  readonly line: number;
  readonly values: Map<string, unknown[]>;
}

class MarkupReader {
  readonly found: FoundThing[] = [];
  readonly #html: string;
  readonly #syntax: MarkupSyntax;
  readonly #open: Open[] = [];
  #things = 0;
  #size = 0;
  #line = 1;
  #lineEnd: number;

  constructor(html: string, syntax: MarkupSyntax) {
    this.#html = html;
    this.#syntax = syntax;
    this.#lineEnd = html.indexOf('\n');
  }

  open(name: string, attributes: Attributes, at: number): void {
    const parent = this.#open.at(-1);
    const around = parent?.own ?? parent?.around;
    const marked = this.#syntax.read(name, attributes, around?.types);
    const { thing } = marked;
    const own = thing && { ...thing, line: this.#lineAt(at), values: new Map<string, unknown[]>() };
    if (own !== undefined && ++this.#things > MAX_THINGS) throw tooMuch(`more than ${MAX_THINGS} things`);
    const times = marked.properties.some(isTime) ? [] : parent?.times;
    const timesBefore = addTime(times, marked.time);
    this.#open.push({ name, marked, own, around, times, timesBefore, text: '' });
  }

  text(text: string): void {
    const element = this.#open.at(-1);
    if (element !== undefined && !/^(?:script|style|template)$/.test(element.name))
      append(element, text.replace(/\s+/gu, ' '));
  }

  close(): void {
    const element = this.#open.pop();
    if (element === undefined) return;
    const { name, marked, own, around } = element;
    addTimeOfText(element);
    for (const property of marked.properties) {
      this.#size += element.text.length;
      if (this.#size > MAX_TEXT) throw tooMuch('too much text');
      const value = valueOf(element, property);
      if (around === undefined || value === '') continue;
      const values = around.values.get(property);
      if (values === undefined) around.values.set(property, [value]);
      else values.push(value);
    }
    if (own !== undefined && own.types.length > 0 && (marked.properties.length === 0 || around === undefined)) {
      this.found.push({ line: own.line, thing: thingOf(own) });
    }
    const parent = this.#open.at(-1);
    if (parent !== undefined) append(parent, BLOCKS.has(name) ? `\n${element.text}\n` : element.text);
  }

  /** Examines each character only once. */
  #lineAt(end: number): number {
    while (this.#lineEnd !== -1 && this.#lineEnd < end) {
      this.#line++;
      this.#lineEnd = this.#html.indexOf('\n', this.#lineEnd + 1);
    }
    return this.#line;
  }
}

function tooMuch(what: string): FileFailure {
  return fileFailure('too-large', `The markup of the page has ${what}.`, 'Use pages of fewer events.');
}

const BLOCKS = new Set('address article br dd div dl dt h1 h2 h3 h4 h5 h6 header li ol p section td tr ul'.split(' '));

const ADDRESSES = new Set(['url', 'sameAs', 'mainEntityOfPage', 'image']);

/** @returns the number of parts before it */
function addTime(times: string[] | undefined, time: string | undefined): number {
  const before = times?.length ?? 0;
  if (time !== undefined && time !== '') times?.push(time);
  return before;
}

function addTimeOfText({ marked, times, timesBefore, text }: Open): void {
  if (marked.time === '' && times?.length === timesBefore) times.push(text.trim());
}

function append(element: Open, text: string): void {
  if (element.text.length < LONGEST_TEXT) element.text += text;
}

function isTime(property: string): boolean {
  return property === 'startDate' || property === 'endDate';
}

function valueOf({ marked, own, times, text }: Open, property: string): unknown {
  if (isTime(property)) return marked.value ?? (times?.[0] === undefined ? text.trim() : timeOf(times));
  if (own !== undefined && own.types.length > 0) return thingOf(own);
  if (ADDRESSES.has(property) && marked.address !== undefined) return marked.address.trim();
  const name = own?.values.get('name')?.[0];
  if (typeof name === 'string') return name;
  if (marked.value !== undefined) return marked.value.trim();
  const lines = text.split('\n').map((line) => line.replace(/\s+/gu, ' ').trim());
  return lines.filter((line) => line !== '').join(property === 'description' ? '\n' : ' ');
}

/** Joins a date, a time of day and a zone from separate elements: `2026-12-01`, `5pm`, `+01:00`. */
function timeOf(parts: readonly string[]): string {
  const [date = '', ...others] = new Set(parts);
  return date + others.map((part) => (/^(?:[+-]|Z$)/.test(part) ? part : `T${clockOf(part)}`)).join('');
}

/** `5:30pm` → `17:30` */
function clockOf(text: string): string {
  const [, hour, minutes = '00', half = ''] = /^(\d{1,2})(?::(\d\d))?\s*([ap])\.?m\.?$/i.exec(text) ?? [];
  if (hour === undefined) return text;
  return `${String((Number(hour) % 12) + (/p/i.test(half) ? 12 : 0)).padStart(2, '0')}:${minutes}`;
}

function thingOf({ types, id, values }: OwnThing): MarkedThing {
  return { '@type': types, ...(id === '' ? {} : { '@id': id }), ...Object.fromEntries(values) };
}

/** Events in hCalendar 1.0 (`vevent`) and microformats 2 (`h-event`), in schema.org terms. */
const MICROFORMATS: MarkupSyntax = {
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

/** schema.org things in Microdata (HTML, 5). Does not follow `itemref`. */
const MICRODATA: MarkupSyntax = {
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

function wordsIn(attribute: string): readonly string[] {
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

const SYNTAXES: readonly (readonly [kind: string, sign: RegExp, syntax: MarkupSyntax])[] = [
  ['Microdata', /\bitemscope\b/i, MICRODATA],
  ['hCalendar', /\b(?:vevent|h-event)\b/, MICROFORMATS],
];
