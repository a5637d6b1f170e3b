import { isPlaceId } from '#catalogue/place.ts';
import type { LocatedProblem } from '#catalogue/problem.ts';
import { ProblemList } from '#catalogue/problem-list.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import { isSlug } from '#catalogue/slug.ts';
import { isTopicUri } from '#catalogue/topic.ts';

/** Lines of a `--same` file. Nobody reviews more pairs by hand. */
const MAX_LINES = 100_000;
/** UTF-16 units of a line that are read. */
const LONGEST_LINE = 10_000;

/** Merges `drop` into `keep`. */
export interface SamePair {
  readonly keep: string;
  readonly drop: string;
}

export type ReadSameLines =
  | { readonly ok: true; readonly lines: SameLines }
  /** In the order of the lines. */
  | { readonly ok: false; readonly problems: readonly LocatedProblem[]; readonly more: number };

/** The pairs of a `--same` file: `drop` becomes `keep` everywhere. No `keep` is dropped itself. */
export class SameLines {
  readonly #keeps: ReadonlyMap<string, string>;
  readonly #drops = new Map<string, string[]>();

  constructor(pairs: Iterable<SamePair> = []) {
    this.#keeps = new Map([...pairs].map(({ keep, drop }) => [drop, keep]));
    for (const [drop, keep] of this.#keeps) {
      const drops = this.#drops.get(keep);
      if (drops === undefined) this.#drops.set(keep, [drop]);
      else drops.push(drop);
    }
  }

  get pairs(): SamePair[] {
    return [...this.#keeps].map(([drop, keep]) => ({ keep, drop }));
  }

  get isEmpty(): boolean {
    return this.#keeps.size === 0;
  }

  /** Undefined: not dropped. */
  keepOf(identifier: string): string | undefined {
    return this.#keeps.get(identifier);
  }

  isKept(identifier: string): boolean {
    return this.#drops.has(identifier);
  }

  /** Identifiers merged into this one. */
  dropsOf(keep: string): readonly string[] {
    return this.#drops.get(keep) ?? [];
  }

  /** The identifier after merging. */
  nameOf(identifier: string): string {
    return this.#keeps.get(identifier) ?? identifier;
  }

  areSame(a: string, b: string): boolean {
    return this.nameOf(a) === this.nameOf(b);
  }
}

export const NOTHING_SAME = new SameLines();

interface Read extends SamePair {
  readonly line: number;
}

/**
 * Reads one `keep drop # comment` a line: two slugs, two place identifiers or two topic URIs. A `#` starts a comment
 * only at the start of a line or after a blank, since URIs may contain one. Chains and cycles are refused, so that no
 * line depends on another.
 *
 * @param file its name in problems
 */
export function readSameLines(file: string, text: string): ReadSameLines {
  const found = new ProblemList();
  const problem = (line: number, code: string, what: string, hint: string): void => {
    found.add([{ code, where: '', what, hint, file, line }]);
  };
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  if (lines.length > MAX_LINES + 1) {
    problem(
      0,
      'too-many-lines',
      `It has more than ${MAX_LINES.toLocaleString('en')} lines.`,
      'Remove the lines beyond that.',
    );
    return { ok: false, problems: found.problems, more: 0 };
  }
  const byDrop = new Map<string, Read>();
  for (const [index, content] of lines.entries()) {
    const words = content
      .slice(0, LONGEST_LINE)
      .replace(/(^|\s)#.*$/s, '')
      .split(/\s+/)
      .filter(Boolean);
    if (words.length === 0) continue;
    const line = index + 1;
    const wrong = wrongWith(words);
    if (wrong !== undefined) {
      problem(line, ...wrong);
      continue;
    }
    const [keep = '', drop = ''] = words.map(spelled);
    const first = byDrop.get(drop);
    if (first === undefined) byDrop.set(drop, { keep, drop, line });
    else if (first.keep !== keep) problem(line, ...droppedTwice(drop, first));
  }
  for (const { keep, drop, line } of byDrop.values()) {
    const next = byDrop.get(keep);
    if (next !== undefined) problem(line, ...chained(drop, keep, next));
  }
  if (!found.isEmpty)
    return { ok: false, problems: [...found.problems].sort((a, b) => a.line - b.line), more: found.more };
  return { ok: true, lines: new SameLines(byDrop.values()) };
}

type Wrong = readonly [code: string, what: string, hint: string];

const PAIR_HINT =
  'Write the identifier to keep, a space, and the one to drop: two slugs, two place identifiers or two addresses.';

function wrongWith(words: readonly string[]): Wrong | undefined {
  const [keep = '', drop = ''] = words;
  if (words.length !== 2) {
    return [
      'not-a-pair',
      `There ${words.length === 1 ? 'is one word' : `are ${words.length} words`}, not two.`,
      PAIR_HINT,
    ];
  }
  for (const word of [keep, drop]) {
    if (formOf(word) === undefined) return ['bad-identifier', `${shownValue(word)} is not an identifier.`, PAIR_HINT];
  }
  if (formOf(keep) !== formOf(drop)) {
    return [
      'different-forms',
      `${shownValue(keep)} and ${shownValue(drop)} cannot be the same kind of thing.`,
      PAIR_HINT,
    ];
  }
  if (spelled(keep) === spelled(drop)) return ['same-twice', `${shownValue(keep)} is given twice.`, PAIR_HINT];
  return undefined;
}

function formOf(word: string): 'slug' | 'place' | 'topic' | undefined {
  if (isSlug(word.toLowerCase())) return 'slug';
  if (isPlaceId(word)) return 'place';
  return isTopicUri(word) ? 'topic' : undefined;
}

function spelled(word: string): string {
  return formOf(word) === 'slug' ? word.toLowerCase() : word;
}

function droppedTwice(drop: string, first: Read): Wrong {
  const what = `Line ${first.line} already says that ${shownValue(drop)} is ${shownValue(first.keep)}.`;
  return ['dropped-twice', what, 'Keep one of the two lines.'];
}

function chained(drop: string, keep: string, next: Read): Wrong {
  const what = `${shownValue(keep)} is kept here, but line ${next.line} says that it is ${shownValue(next.keep)}.`;
  const hint = next.keep === drop ? 'Keep one of the two lines.' : `Write ${next.keep} in its place.`;
  return ['chain', what, hint];
}
