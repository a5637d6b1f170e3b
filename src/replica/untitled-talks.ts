import { indexedWords, type IndexedWords } from '#catalogue/folding.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { Matches, TermMatches, TextTerm } from '#store/store.ts';
import type { CopyReader } from './copy-reader.ts';
import { UNTITLED } from './copy-words.ts';

const IN_TITLE: TextTerm = { words: [UNTITLED], isBeginning: false };

/** Gives talks without a title one, such as “To be announced”: where they are read, and where words are found. */
export class UntitledTalks {
  readonly #title: string;
  readonly #words: IndexedWords;

  /** @param title '': none */
  constructor(title: string) {
    this.#title = title;
    this.#words = indexedWords(title);
  }

  named(details: TalkDetails): TalkDetails {
    const { talk } = details;
    return talk.title === '' && this.#title !== ''
      ? { ...details, talk: { ...talk, title: this.#title }, isUntitled: true }
      : details;
  }

  /** A function that adds the untitled talks to the matches of a term that occurs in their title. */
  matches(
    terms: readonly TextTerm[],
    reader: Pick<CopyReader, 'text'>,
  ): (at: number, found: TermMatches) => TermMatches {
    const found = terms.map((term) => matchIn(this.#words, term));
    if (found.every((match) => match === 'none')) return (_at, matches) => matches;
    const [untitled] = reader.text.find([IN_TITLE], Infinity);
    return (at, matches) => added(matches, found[at] ?? 'none', untitled?.title.whole ?? new Uint32Array(0));
  }
}

type Match = 'none' | 'begun' | 'whole';

/** Whether a term occurs in the title, as whole words or with its last word as a prefix. */
function matchIn({ words, others }: IndexedWords, term: TextTerm): Match {
  const title = [...words, ...others];
  const matches = [term.words, ...(term.others ?? [])].map((spelled) => matchOf(title, spelled, term.isBeginning));
  return matches.find((match) => match === 'whole') ?? matches.find((match) => match === 'begun') ?? 'none';
}

function matchOf(title: readonly string[], words: readonly string[], isBeginning: boolean): Match {
  let best: Match = 'none';
  for (let at = 0; at + words.length <= title.length; at++) {
    const [last = '', before] = [words.at(-1), words.slice(0, -1)];
    const end = title[at + before.length] ?? '';
    if (!before.every((word, index) => word === title[at + index])) continue;
    if (end === last) return 'whole';
    if (isBeginning && end.startsWith(last)) best = 'begun';
  }
  return best;
}

function added({ title, text, names }: TermMatches, match: Match, talks: Uint32Array): TermMatches {
  if (match === 'none') return { title, text, names };
  const more = ({ whole, begun }: Matches): Matches => ({
    whole: match === 'whole' ? union(whole, talks) : whole,
    begun: union(begun, talks),
  });
  return { title: more(title), text: more(text), names };
}

/** Union of two ascending lists: ascending, without duplicates. */
function union(ones: Uint32Array, others: Uint32Array): Uint32Array {
  if (ones.length === 0) return others;
  if (others.length === 0) return ones;
  const all = new Uint32Array(ones.length + others.length);
  let size = 0;
  for (let one = 0, other = 0; one < ones.length || other < others.length; size++) {
    const [left = Infinity, right = Infinity] = [ones[one], others[other]];
    all[size] = Math.min(left, right);
    if (left <= right) one++;
    if (right <= left) other++;
  }
  return all.slice(0, size);
}
