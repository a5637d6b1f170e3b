import { fileFailure, type FileFailure } from '../file-failure.ts';
import { htmlText } from '../html-reader.ts';
import { isObject, type JsonObject, stringText } from '../json-document.ts';
import { sharedText } from '../shared-text.ts';
import types from './event-types.json' with { type: 'json' };

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
    this.#values(value, { isSchema: true, base, prefixes: new Set(['schema']), terms: new Map() });
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
    const members = Object.entries(object).map(
      ([name, value]): { readonly term: string | undefined; readonly value: unknown } => {
        return { term: name.startsWith('@') ? name : termOf(name, context), value };
      },
    );
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

function tooManyThings(): FileFailure {
  const what = 'It contains more things than Lectern reads at once.';
  return fileFailure('too-large', what, 'Use a page of fewer events.');
}

const LISTS = new Set(['itemListElement', 'event', 'events', 'subEvent', 'subEvents']);

/** Maps the names in a part of JSON-LD to schema.org terms (JSON-LD 1.1, 4.1). */
interface Context {
  /** Whether plain names are schema.org's. */
  readonly isSchema: boolean;
  /** Base address of relative identifiers; `''` when unknown. */
  readonly base: string;
  /** Prefixes for schema.org. */
  readonly prefixes: ReadonlySet<string>;
  /** Terms that the document defines: to a schema.org term, a keyword such as `@id`, or `''` for anything else. */
  readonly terms: ReadonlyMap<string, string>;
}

/** The context of an object, which may have its own. Remote contexts are not fetched. */
function contextOf(object: JsonObject, outer: Context): Context {
  const own = object['@context'];
  if (own === undefined) return outer;
  const parts = Array.isArray(own) ? own.slice(0, MAX_PARTS) : [own];
  let context: Context = { ...outer, isSchema: false };
  for (const part of parts) context = withPart(context, part);
  return context;
}

/** Limits on the parts of a context and its definitions; the rest is ignored. */
const MAX_PARTS = 16;
const MAX_TERMS = 200;

const SCHEMA = /^(?:https?:)?\/\/(?:www\.)?(?:schema|bioschemas)\.org(?:\/|$)/i;
const SCHEMA_TERM = /^https?:\/\/(?:www\.)?schema\.org\/(\w{1,100})$/i;

function withPart(context: Context, part: unknown): Context {
  if (typeof part === 'string') return SCHEMA.test(part) ? { ...context, isSchema: true } : context;
  if (!isObject(part)) return context;
  const vocabulary = part['@vocab'];
  const base = part['@base'];
  const entries = Object.entries(part).filter(([name]) => !name.startsWith('@'));
  return withTerms(entries, {
    ...context,
    isSchema: typeof vocabulary === 'string' ? SCHEMA.test(vocabulary) : context.isSchema,
    base: typeof base === 'string' ? resolved(base, context.base) : context.base,
  });
}

/** Adds the terms; they may use prefixes that are defined after them. */
function withTerms(entries: readonly (readonly [string, unknown])[], context: Context): Context {
  const prefixes = new Set(context.prefixes);
  const terms = new Map(context.terms);
  for (const [name, value] of entries)
    if (SCHEMA.test(stringText(value)) && isPrefix(stringText(value)) && prefixes.size < MAX_PARTS) prefixes.add(name);
  const defined: Context = { ...context, prefixes, terms };
  for (const [name, value] of entries) {
    const id = isObject(value) ? value['@id'] : value;
    if (typeof id !== 'string' || isPrefix(id) || terms.size >= MAX_TERMS) continue;
    terms.set(name, id.startsWith('@') ? id : (absoluteTerm(id, defined) ?? ''));
  }
  return defined;
}

function isPrefix(iri: string): boolean {
  return /[/#]$/.test(iri);
}

/** The schema.org term or keyword that a name stands for; undefined: neither. */
function termOf(name: string, context: Context): string | undefined {
  const defined = context.terms.get(name);
  if (defined !== undefined) return defined === '' ? undefined : defined;
  if (name.includes(':')) return absoluteTerm(name, context);
  if (!context.isSchema) return undefined;
  // Aliases in schema.org's own context.
  if (name === 'id' || name === 'type') return `@${name}`;
  return name;
}

/** A term written as `schema:name` or as its address. */
function absoluteTerm(name: string, { prefixes }: Context): string | undefined {
  const colon = name.indexOf(':');
  if (colon > 0 && prefixes.has(name.slice(0, colon))) return name.slice(colon + 1);
  return SCHEMA_TERM.exec(name)?.[1];
}

/** Unchanged when there is no base, or the reference is invalid. */
export function resolved(reference: string, base: string): string {
  const text = reference.trim();
  if (base === '' || text === '' || text.startsWith('_:')) return text;
  return URL.canParse(text, base) ? new URL(text, base).href : text;
}

/**
 * Types of schema.org (version 29) for events that people attend, and one that pages use though the vocabulary lacks
 * it. DeliveryEvent and UserInteraction are not among them: nobody attends those.
 */
export const EVENT_TYPES: ReadonlySet<string> = new Set(types);

/**
 * The last part of a term that may be written as an address: `EventCancelled` of `https://schema.org/EventCancelled`.
 */
export function lastPart(address: string): string {
  return address.slice(Math.max(address.lastIndexOf('/'), address.lastIndexOf(':'), address.lastIndexOf('#')) + 1);
}
