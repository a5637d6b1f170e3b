import type { CatalogueRecord } from '#catalogue/record.ts';
import type { Talk } from '#catalogue/talk.ts';

/** Words as written, each with its form without case and accents. */
export const WORDS: Readonly<Record<string, string>> = {
  moss: 'moss',
  Mossy: 'mossy',
  MÓSS: 'moss',
  peat: 'peat',
  Péatland: 'peatland',
  a: 'a',
  of: 'of',
  offer: 'offer',
  Łódź: 'lodz',
  日本: '日本',
  日本語: '日本語',
};

/** Words in scripts without spaces, as they are indexed: pairs of characters, and the last one. */
export const PAIRS: Readonly<Record<string, readonly string[]>> = {
  日本: ['日本', '本'],
  日本語: ['日本', '本語', '語'],
};

/** A term of a search: consecutive words. */
export interface AskedTerm {
  /** Without case and accents. */
  readonly words: readonly string[];
  readonly isBeginning: boolean;
}

/** The weight of each field. A word that only begins a longer one counts half. */
const WEIGHTS = { text: 1, name: 3, title: 4 } as const;

/** The texts of each field: the title, the title and description, and the names of referenced records. */
type Fields = Readonly<Record<keyof typeof WEIGHTS, readonly string[]>>;

/** Free-text search as in docs/decisions/text-search.md, record by record and without the code under test. */
export class TextOracle {
  readonly #fields: ReadonlyMap<Talk, Fields>;

  constructor(records: readonly CatalogueRecord[]) {
    const names = new Map(records.map((record) => [keyOf(record), nameOf(record)]));
    const name = (type: string, key: string | null): string[] =>
      key === null ? [] : [names.get(`${type} ${key}`) ?? ''];
    this.#fields = new Map(
      records.flatMap((record): [Talk, Fields][] => {
        if (record.type !== 'talk') return [];
        const named = [
          ...record.speakers.flatMap((slug) => name('person', slug)),
          ...record.topics.flatMap((uri) => name('topic', uri)),
          ...name('series', record.series),
          ...name('place', record.venue),
          ...name('place', record.organisingDepartment),
        ];
        return [[record, { title: [record.title], text: [record.title, record.description], name: named }]];
      }),
    );
  }

  holds(talk: Talk, terms: readonly AskedTerm[]): boolean {
    return terms.every((term) => this.#worth(talk, term) > 0);
  }

  /** These talks, best match first. Ties keep their order. */
  ranked<T extends Talk>(talks: readonly T[], terms: readonly AskedTerm[]): T[] {
    const all = [...this.#fields.keys()];
    const rarities = terms.map((term) => {
      const count = all.filter((talk) => this.#worth(talk, term) > 0).length;
      return Math.log(1 + (all.length - count + 0.5) / (count + 0.5));
    });
    const highest = rarities.reduce((sum, rarity) => sum + rarity * 8, 0);
    const step = (talk: T): number => {
      const score = terms.reduce((sum, term, index) => sum + (rarities[index] ?? 0) * this.#worth(talk, term), 0);
      return Math.round((1 - score / highest) * 4_095);
    };
    const steps = new Map(talks.map((talk) => [talk, step(talk)]));
    return [...talks].sort((a, b) => (steps.get(a) ?? 0) - (steps.get(b) ?? 0));
  }

  #worth(talk: Talk, term: AskedTerm): number {
    const fields = this.#fields.get(talk);
    let worth = 0;
    for (const [field, weight] of Object.entries(WEIGHTS)) {
      const texts = fields?.[field as keyof Fields] ?? [];
      if (texts.some((text) => stands(text, term.words, false))) worth += weight;
      else if (term.isBeginning && texts.some((text) => stands(text, term.words, true))) worth += weight / 2;
    }
    return worth;
  }
}

/** Whether a text contains these words in sequence, the last as a beginning if `isBeginning`. */
export function stands(text: string, words: readonly string[], isBeginning: boolean): boolean {
  const said = text.split(/[ ,]+/).flatMap((word) => PAIRS[word] ?? [WORDS[word] ?? word]);
  return said.some((_word, from) =>
    words.every((word, at) => {
      const here = said[from + at];
      return here === word || (isBeginning && at === words.length - 1 && here?.startsWith(word) === true);
    }),
  );
}

function nameOf(record: CatalogueRecord): string {
  if (record.type === 'topic') return record.label;
  if (record.type === 'series' || record.type === 'collection') return record.title;
  return record.type === 'person' || record.type === 'place' ? record.name : '';
}

function keyOf(record: CatalogueRecord): string {
  if (record.type === 'topic') return `topic ${record.uri}`;
  return record.type === 'place' ? `place ${record.id}` : `${record.type} ${record.slug}`;
}
