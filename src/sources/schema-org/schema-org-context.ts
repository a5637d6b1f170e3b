import { isObject, stringText } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';

/** Maps the names in a part of JSON-LD to schema.org terms (JSON-LD 1.1, 4.1). */
export interface Context {
  /** Whether plain names are schema.org's. */
  readonly isSchema: boolean;
  /** Base address of relative identifiers; `''` when unknown. */
  readonly base: string;
  /** Prefixes for schema.org. */
  readonly prefixes: ReadonlySet<string>;
  /** Terms that the document defines: to a schema.org term, a keyword such as `@id`, or `''` for anything else. */
  readonly terms: ReadonlyMap<string, string>;
}

/** The context of a document without one: its names are taken as schema.org's. */
export function baseContext(base: string): Context {
  return { isSchema: true, base, prefixes: new Set(['schema']), terms: new Map() };
}

/** The context of an object, which may have its own. Remote contexts are not fetched. */
export function contextOf(object: JsonObject, outer: Context): Context {
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
export function termOf(name: string, context: Context): string | undefined {
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
