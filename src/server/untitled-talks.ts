import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { AtVersion, Matches, Store, TermMatches, TextTerm } from '#store/store.ts';
import { UNTITLED, wordsOf } from '#store/words.ts';
import { union } from '#store/union.ts';
import type { CatalogueStore } from './documents/snapshot.ts';

const IN_TITLE: TextTerm = { words: [UNTITLED], isBeginning: false };

/** Wraps a store so that `talks` and `findTerms` see the title `words`, such as “To be announced”, on talks that have none. */
export function withTitles(store: CatalogueStore, words: string): CatalogueStore {
  const title = wordsOf(words);
  return {
    state: () => store.state(),
    wasIn: (state) => store.wasIn(state),
    talks: async (numbers) => {
      const { version, since, value } = await store.talks(numbers);
      return { version, since, value: value.map((details) => details && titled(details, words)) };
    },
    person: (slug) => store.person(slug),
    series: (slug) => store.series(slug),
    place: (id) => store.place(id),
    topic: (uri) => store.topic(uri),
    collection: (slug) => store.collection(slug),
    corrections: store.corrections,
    findTerms: (terms) => findTerms(store, terms, title),
  };
}

/** Adds the untitled talks to the matches of terms that occur in the title they are shown with. */
async function* findTerms(
  store: Pick<Store, 'findTerms'>,
  terms: readonly TextTerm[],
  title: readonly string[],
): AsyncGenerator<AtVersion<TermMatches>> {
  const found = terms.map((term) => matchIn(title, term));
  const untitled = found.every((match) => match === 'none') ? undefined : await first(store.findTerms([IN_TITLE]));
  let at = 0;
  for await (const { version, value } of store.findTerms(terms)) {
    const match = found[at++] ?? 'none';
    if (match === 'none' || untitled === undefined) yield { version, value };
    // The store changed between the two reads: an invalid version makes the caller retry.
    else if (untitled.version !== version) yield { version: NO_VERSION, value };
    else yield { version, value: added(value, match, untitled.value.title.whole) };
  }
}

const NO_VERSION = -1;

async function first<T>(all: AsyncIterable<T>): Promise<T | undefined> {
  for await (const one of all) return one;
  return undefined;
}

function titled(details: TalkDetails, title: string): TalkDetails {
  return details.talk.title === '' ? { ...details, talk: { ...details.talk, title }, isUntitled: true } : details;
}

type Match = 'none' | 'begun' | 'whole';

/** Whether a term occurs in the title, as whole words or with its last word as a prefix. */
function matchIn(title: readonly string[], { words, isBeginning }: TextTerm): Match {
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
