import { LineCounter, isMap, isSeq, parseDocument, visit } from 'yaml';
import type { Document } from 'yaml';
import { notParsed } from '../parsed-document.ts';
import type { NotParsed } from '../parsed-document.ts';
import { lineTooDeep } from './yaml-depth.ts';
import { withIndentedQuotes } from './yaml-quotes.ts';

/** In characters: parsing this much takes seconds, and a hundred times the memory. */
const MAX_SIZE = 2 * 1024 * 1024;
/** Limited because resolving each searches the whole document. */
const MAX_ALIASES = 100;

/** A YAML 1.2 document, with maps as Map and scalars other than null as text. */
export type YamlDocument =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** Lines of the entries of the list or map at this path of keys and indices. */
      readonly linesOf: (path: readonly (string | number)[]) => readonly number[];
    }
  | NotParsed;

export function parseYaml(text: string): YamlDocument {
  if (text.length > MAX_SIZE) {
    return notParsed(
      'too-large',
      0,
      `It is larger than ${MAX_SIZE / 1024 / 1024} MiB.`,
      'Export it as JSON or CSV, or in parts.',
    );
  }
  const deep = lineTooDeep(text);
  if (deep !== undefined) {
    return notParsed('too-deep', deep, 'Its values are nested too deeply.', 'Check that it is the right file.');
  }
  const strict = parsed(text);
  const mended = strict.document.errors.length === 0 ? undefined : withIndentedQuotes(text);
  const lenient = mended === undefined ? strict : parsed(mended);
  const { document, counter } = lenient.document.errors.length === 0 ? lenient : strict;
  const [error] = document.errors;
  if (error !== undefined) {
    const { line } = error.linePos?.[0] ?? { line: 0 };
    const what = `Invalid YAML from here on (${error.code}).`;
    return notParsed('bad-yaml', line, what, 'Check indentation and quoting of the line, or export it again.');
  }
  if (hasManyAliases(document)) {
    const what = `It has more than ${MAX_ALIASES} aliases.`;
    return notParsed('too-many-aliases', 0, what, 'Write it without anchors and aliases.');
  }
  return valueOf(document, counter);
}

function parsed(text: string): { readonly document: Document; readonly counter: LineCounter } {
  const counter = new LineCounter();
  // Not checked for duplicate keys, which takes quadratic time: the last one wins.
  const document = parseDocument(text, {
    schema: 'failsafe',
    lineCounter: counter,
    uniqueKeys: false,
    logLevel: 'silent',
  });
  return { document, counter };
}

function hasManyAliases(document: Document): boolean {
  let count = 0;
  visit(document, {
    Alias: () => (++count > MAX_ALIASES ? visit.BREAK : undefined),
  });
  return count > MAX_ALIASES;
}

function valueOf(document: Document, counter: LineCounter): YamlDocument {
  visit(document, {
    Scalar: (where, scalar) => {
      if (where !== 'key' && scalar.type === 'PLAIN' && NULL.test(String(scalar.value))) scalar.value = null;
    },
  });
  try {
    const value: unknown = document.toJS({ mapAsMap: true, maxAliasCount: MAX_ALIASES });
    const linesOf = (path: readonly (string | number)[]): readonly number[] => {
      const list = path.length === 0 ? document.contents : document.getIn(path, true);
      const items = isMap(list) ? list.items.map(({ key }) => key) : isSeq(list) ? list.items : [];
      return items.map((item) => counter.linePos(beginOf(item)).line);
    };
    return { ok: true, value, linesOf };
  } catch (error) {
    // An alias without an anchor, or one that expands too far.
    if (!(error instanceof ReferenceError)) throw error;
    return notParsed(
      'bad-alias',
      0,
      'An alias has no anchor, or expands too far.',
      'Write it without anchors and aliases.',
    );
  }
}

/** Null in the core schema. */
const NULL = /^(?:null|Null|NULL|~|)$/;

function beginOf(item: unknown): number {
  if (typeof item !== 'object' || item === null || !('range' in item) || !Array.isArray(item.range)) return 0;
  const begin: unknown = item.range[0];
  return typeof begin === 'number' ? begin : 0;
}
