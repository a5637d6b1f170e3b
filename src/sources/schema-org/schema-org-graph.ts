import { fileFailure } from '../file-failure.ts';
import type { FileFailure } from '../file-failure.ts';
import { htmlText } from '../html-text.ts';
import { isObject, stringText } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';
import { sharedText } from '../shared-text.ts';
import { baseContext, contextOf, resolved, termOf } from './schema-org-context.ts';
import type { Context } from './schema-org-context.ts';

/** Limit on the things of a file, which are all held in memory. */
const MAX_THINGS = 250_000;
/** Limit on objects with an inline context. */
const MAX_CONTEXTS = 20_000;

/** A string, number, boolean, or thing. */
export type ThingValue = string | number | boolean | Thing;

/** A node of the graph: everything that the documents of the file say about one identifier. */
export class Thing {
  /** Resolved identifier; `''` when it has none outside its document. */
  readonly id: string;
  /** Line of the document that first mentions it; 0: the file has no meaningful lines. */
  readonly line: number;
  /** As schema.org terms. */
  readonly types = new Set<string>();
  readonly #graph: ThingGraph;
  readonly #base: string;
  readonly #isEscaped: boolean;
  readonly #values = new Map<string, ThingValue[]>();

  constructor(graph: ThingGraph, id: string, base: string, { line, isEscaped }: DocumentPlace) {
    this.#graph = graph;
    this.#base = base;
    this.#isEscaped = isEscaped;
    this.id = id;
    this.line = line;
  }

  add(term: string, values: readonly ThingValue[]): void {
    const known = this.#values.get(term);
    if (known === undefined) this.#values.set(term, [...values]);
    else for (const value of values) known.push(value);
  }

  get terms(): Iterable<string> {
    return this.#values.keys();
  }

  /** Values of the first of these terms that has any. */
  values(...terms: readonly string[]): readonly ThingValue[] {
    for (const term of terms) {
      const found = this.#values.get(term);
      if (found !== undefined && found.length > 0) return found;
    }
    return [];
  }

  /** Whether it has one of these terms, even if empty. */
  says(...terms: readonly string[]): boolean {
    return terms.some((term) => this.#values.has(term));
  }

  /** The first string or number that is not empty. */
  text(...terms: readonly string[]): string {
    for (const value of terms.flatMap((term) => this.values(term))) {
      const text = this.#isNamedByMany ? sharedText(stringText(value)).trim() : stringText(value).trim();
      if (text !== '') return text;
    }
    return '';
  }

  /** As `text`, for a name: decodes character references such as `&#8211;` that the page has left in it. */
  name(...terms: readonly string[]): string {
    const text = this.text(...terms);
    return this.#isEscaped && REFERENCE.test(text) ? htmlText(text.replaceAll('<', '&lt;')) : text;
  }

  /** Whether many talks may share its texts: true of anything but an event. */
  get #isNamedByMany(): boolean {
    return !this.#values.has('startDate') && !this.#values.has('eventSchedule');
  }

  /** Values that are things or identifiers of things. */
  things(...terms: readonly string[]): Thing[] {
    return this.values(...terms).flatMap((value) => this.thingOf(value) ?? []);
  }

  /** The thing that the value is or identifies. */
  thingOf(value: ThingValue): Thing | undefined {
    if (value instanceof Thing) return value;
    return typeof value === 'string' ? this.#graph.named(resolved(value, this.#base)) : undefined;
  }

  /** Values that are not things, as strings. */
  texts(...terms: readonly string[]): string[] {
    return this.values(...terms).flatMap((value) => (value instanceof Thing ? [] : [String(value).trim()]));
  }

  /** The first address, resolved; for a thing, its identifier. */
  address(...terms: readonly string[]): string {
    for (const value of terms.flatMap((term) => this.values(term))) {
      if (value instanceof Thing && value.id !== '') return value.id;
      if (typeof value === 'string' && value.trim() !== '') return resolved(value, this.#base);
    }
    return '';
  }
}

/** The result of `read`; undefined when the thing has none of these terms. */
export function said<T>(thing: Thing, terms: readonly string[], read: () => T): T | undefined {
  return thing.says(...terms) ? read() : undefined;
}

interface DocumentPlace {
  /** From 1; 0: the file is a single document. */
  readonly line: number;
  /** Whether the site's software leaves character references such as `&#8211;` in names. */
  readonly isEscaped: boolean;
}

/** A script that writes `\u0026` for every `&` does not match. */
export function isEscapedScript(text: string): boolean {
  return REFERENCE.test(text);
}

const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8}\d{0,2});/i;

/** All schema.org things that the documents of a file describe (JSON-LD 1.1 API, 7: node maps). */
export class ThingGraph {
  /** In order of first mention. */
  readonly things: Thing[] = [];
  /** Whether it has an empty list of events. */
  hasEmptyList = false;
  readonly #byId = new Map<string, Thing>();
  #documents = 0;
  #contexts = 0;
  #place: DocumentPlace = { line: 0, isEscaped: false };

  named(id: string): Thing | undefined {
    return this.#byId.get(id);
  }

  /** @throws FileFailure when there are too many things */
  addDocument(value: unknown, base: string, place: DocumentPlace): void {
    this.#documents++;
    this.#place = place;
    this.#values(value, baseContext(base));
  }

  /** json-document.ts limits the depth of recursion. */
  #values(value: unknown, context: Context): ThingValue[] {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return [value];
    if (Array.isArray(value)) return value.flatMap((item: unknown) => this.#values(item, context));
    if (!isObject(value)) return [];
    for (const wrapper of ['@value', '@list', '@set']) {
      if (value[wrapper] !== undefined) return this.#values(value[wrapper], context);
    }
    return [this.#thing(value, context)];
  }

  #thing(object: JsonObject, outer: Context): Thing {
    if (typeof object['@context'] === 'object' && ++this.#contexts > MAX_CONTEXTS) throw tooManyThings();
    const context = contextOf(object, outer);
    const members = Object.entries(object).map(([name, value]): Member => {
      return { term: name.startsWith('@') ? name : termOf(name, context), value };
    });
    const thing = this.#identified(stringText(members.find(({ term }) => term === '@id')?.value), context);
    for (const { term, value } of members) this.#member(thing, term, value, context);
    return thing;
  }

  #member(thing: Thing, term: string | undefined, value: unknown, context: Context): void {
    if (term === '@type') {
      for (const type of Array.isArray(value) ? value : [value]) {
        const found = termOf(stringText(type), context);
        if (found !== undefined && !found.startsWith('@')) thing.types.add(found);
      }
    } else if (term === undefined || term === '@graph' || term === '@included') {
      this.#values(value, context);
    } else if (!term.startsWith('@') && value !== null) {
      const values = this.#values(value, context);
      if (LISTS.has(term) && Array.isArray(value) && values.length === 0) this.hasEmptyList = true;
      thing.add(term, values);
    }
  }

  /** Names of blank nodes are local to their document. */
  #identified(written: string, context: Context): Thing {
    const isBlank = written.startsWith('_:');
    const id = isBlank ? '' : resolved(written, context.base);
    const name = isBlank ? `${this.#documents} ${written}` : id;
    const known = name === '' ? undefined : this.#byId.get(name);
    if (known !== undefined) return known;
    if (this.things.length >= MAX_THINGS) throw tooManyThings();
    const thing = new Thing(this, id, context.base, this.#place);
    this.things.push(thing);
    if (name !== '') this.#byId.set(name, thing);
    return thing;
  }
}

interface Member {
  readonly term: string | undefined;
  readonly value: unknown;
}

function tooManyThings(): FileFailure {
  const what = 'It contains more things than Lectern reads at once.';
  return fileFailure('too-large', what, 'Use a page of fewer events.');
}

const LISTS = new Set(['itemListElement', 'event', 'events', 'subEvent', 'subEvents']);
