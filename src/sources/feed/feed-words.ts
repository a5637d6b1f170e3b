import type { ReadOptions } from '../source-format.ts';
import {
  attributeOf,
  childText,
  childrenOf,
  optionalChildText,
  elementText,
  type XmlElement,
} from '../xml/xml-element.ts';

const ATOM = 'http://www.w3.org/2005/Atom';
const XHTML = 'http://www.w3.org/1999/xhtml';

/** Element names of extensions, lower-case; the first one that an item has is used. */
const WORDS = {
  start: ['startdate', 'dtstart', 'start', 'starttime', 'startdatetime', 'start_date'],
  end: ['enddate', 'dtend', 'end', 'ends', 'endtime', 'enddatetime', 'end_date'],
  location: ['location', 'where', 'venue', 'featurename'],
  organiser: ['organizer', 'organiser', 'organizers'],
  host: ['host'],
  speaker: ['speaker', 'speakers'],
  status: ['status', 'eventstatus', 'is_canceled'],
  visibility: ['class', 'visibility', 'privacy'],
  zone: ['timezone'],
  uid: ['uid'],
} as const;

type Word = keyof typeof WORDS;

/** Fields for `--map`. */
export const FEED_FIELDS: readonly string[] = [
  'title',
  'start',
  'end',
  'location',
  'description',
  'speakers',
  'organisers',
  'hosts',
  'zone',
  'uid',
];

/** Start and end of an item, as written. */
export interface WrittenSpan {
  readonly start: string;
  readonly end: string;
  /** Whether an end date is exclusive. */
  readonly endsBefore: boolean;
}

/**
 * The extension elements of an item, recognised by name in any namespace: RSS event module, xCal, Google Calendar,
 * Engage, LiveWhale, and custom ones.
 */
export class FeedWords {
  readonly #item: XmlElement;
  readonly #found = new Map<string, XmlElement[]>();
  readonly #mapping: ReadOptions['mapping'];

  constructor(item: XmlElement, mapping: ReadOptions['mapping']) {
    this.#item = item;
    this.#mapping = mapping;
    this.#gather(item, DEEPEST);
  }

  /** All times of the item; only Google's `when` can be repeated. */
  spans(): WrittenSpan[] {
    const mapped = this.#mapping.has('start') ? (this.mapped('start') ?? '') : undefined;
    if (mapped !== undefined) return [{ start: mapped, end: this.#text('end'), endsBefore: false }];
    const whens = (this.#found.get('when') ?? []).filter((when) => attributeOf(when, 'startTime') !== '');
    if (whens.length > 0) {
      return whens.map((when) => ({
        start: attributeOf(when, 'startTime'),
        end: attributeOf(when, 'endTime'),
        endsBefore: true,
      }));
    }
    const start = this.#named('start')[0];
    const text = start === undefined ? this.#liveWhaleStart() : elementText(start);
    if (text === '') return [];
    return [{ start: text, end: this.#text('end', start?.namespace), endsBefore: start?.name === 'dtstart' }];
  }

  /** Undefined when absent, like the others. */
  location(): string | undefined {
    const [where] = this.#named('location');
    return this.mapped('location') ?? (where && (attributeOf(where, 'valueString') || elementText(where)));
  }

  /** Names in these elements, which have a single name or a list of items. */
  names(word: 'organiser' | 'host' | 'speaker'): string[] | undefined {
    const mapped = this.mapped(`${word}s`);
    if (mapped !== undefined) return [mapped];
    const elements = this.#named(word);
    if (elements.length === 0) return undefined;
    return elements.flatMap((element) => {
      const items = childrenOf(element, 'item');
      return (items.length === 0 ? [element] : items).map(elementText);
    });
  }

  status(): string | undefined {
    const [status] = this.#named('status');
    return status && (attributeOf(status, 'value') || elementText(status));
  }

  /** Class of an xCal event, or visibility of a Google Calendar event. */
  visibility(): string | undefined {
    const [visibility] = this.#named('visibility');
    return visibility && (attributeOf(visibility, 'value') || elementText(visibility)).replace(/^.*[.#/]/, '');
  }

  zone(): string {
    return this.#text('zone');
  }

  uid(): string | undefined {
    return this.#text('uid') || undefined;
  }

  /** Whether it repeats by a rule, which is not expanded. */
  repeats(): boolean {
    return this.#found.has('recurrence') || this.#found.has('rrule');
  }

  /** Text of the element that `--map` names for a field: `pubDate`, `dc:date`; undefined when absent. */
  mapped(field: string): string | undefined {
    const name = this.#mapping.get(field);
    if (name === undefined) return undefined;
    return optionalChildText(this.#item, name.slice(name.indexOf(':') + 1));
  }

  #text(word: Word, namespace?: string): string {
    return this.mapped(word) ?? elementText(this.#named(word, namespace)[0]);
  }

  /** Prefers the namespace: some feeds have another end element. */
  #named(word: Word, namespace?: string): XmlElement[] {
    for (const name of WORDS[word]) {
      const found = this.#found.get(name) ?? [];
      const alike = found.filter((element) => element.namespace === namespace);
      if (alike.length > 0) return alike;
      if (found.length > 0) return found;
    }
    return [];
  }

  /** LiveWhale gives the start of an event as its date of publication. */
  #liveWhaleStart(): string {
    const types = this.#found.get('type') ?? [];
    const isEvent = types.some((type) => /livewhale/i.test(type.namespace) && elementText(type) === 'events');
    return isEvent ? childText(this.#item, 'pubDate') : '';
  }

  #gather(element: XmlElement, depth: number): void {
    for (const child of childrenOf(element)) {
      if (child.namespace === ATOM || child.namespace === XHTML || PROSE.has(child.name)) continue;
      const name = child.name.toLowerCase();
      const known = this.#found.get(name);
      if (known === undefined) this.#found.set(name, [child]);
      else known.push(child);
      if (depth > 1) this.#gather(child, depth - 1);
    }
  }
}

/** Extensions may be nested. */
const DEEPEST = 3;
/** Elements with arbitrary content. */
const PROSE = new Set(['title', 'description', 'encoded', 'content', 'summary', 'author', 'source']);
