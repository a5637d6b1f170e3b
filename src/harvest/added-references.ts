import type { LocatedProblem } from '#catalogue/problem.ts';
import { recordKey, typeOf, type Identifier, type LocatedRecord } from '#catalogue/record.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import type { Store } from '#store/store.ts';
import type { OperatorFields } from './reading/records-of-talks.ts';

interface Wanted extends Identifier {
  readonly type: 'place' | 'topic';
  readonly option: string;
  isThere: boolean;
}

/** References that the operator adds to all talks. If one is missing, it is reported once, not for every talk. */
export class AddedReferences {
  readonly #wanted: readonly Wanted[];

  /** @param nameOf the identifier after merging */
  constructor({ department, topics }: OperatorFields, nameOf: (key: string) => string) {
    const departments = department === null ? [] : [department];
    this.#wanted = [
      ...departments.map((key): Wanted => ({
        type: 'place',
        key: nameOf(key),
        option: '--department',
        isThere: false,
      })),
      ...topics.map((key): Wanted => ({ type: 'topic', key: nameOf(key), option: '--topic', isThere: false })),
    ];
  }

  /** Notes incoming records. */
  meet(records: readonly LocatedRecord[]): void {
    for (const wanted of this.#wanted) {
      wanted.isThere ||= records.some(
        ({ record }) => recordKey(record) === wanted.key && typeOf(record) === wanted.type,
      );
    }
  }

  /**
   * References neither among the incoming records nor stored.
   * @param store undefined: the previous catalogue is ignored
   */
  async missing(store: Pick<Store, 'record'> | undefined): Promise<readonly Wanted[]> {
    const missing: Wanted[] = [];
    for (const wanted of this.#wanted) {
      if (wanted.isThere) continue;
      if ((await store?.record(wanted.type, wanted.key)) === undefined) missing.push(wanted);
    }
    return missing;
  }
}

export function missingAddition({ type, key, option }: Omit<Wanted, 'isThere'>): LocatedProblem {
  return {
    code: 'missing-reference',
    where: '',
    what: `There is no ${type} ${shownValue(key)} in the catalogue.`,
    hint: `Import a catalogue file with a record of that ${type}, before or together with this.`,
    file: option,
    line: 0,
  };
}
