import type { TermMatches, TextTerm } from '#store/store.ts';
import type { CopyReader } from './copy-reader.ts';
import { COMMON, QUICK, TextLanes } from './text-lanes.ts';
import { CopyGone, TextThread } from './text-thread.ts';
import { NICE } from './thread-priority.ts';

/** The most entries of the word index that are read on the thread that answers requests: about a millisecond of work. */
const AT_ONCE = 20_000;

/** Looks up which records have a word: rare words at once, others in threads, so that they hold nothing up. */
export class Words {
  readonly #threads: readonly TextThread[];
  readonly #lanes: TextLanes;

  /** @param program the version of the program, which the copy must be of */
  constructor(program: string) {
    // Each thread starts with its first search.
    const lanes = [QUICK, COMMON, Infinity].map((upTo) => ({
      upTo,
      thread: new TextThread(program, { niceness: upTo > COMMON ? NICE : 0 }),
    }));
    this.#threads = lanes.map(({ thread }) => thread);
    this.#lanes = new TextLanes({
      lanes: lanes.map(({ upTo, thread }) => ({ upTo, find: (...task) => thread.find(...task) })),
    });
  }

  /** The threads keep this state open for later searches. */
  open({ file, serial }: CopyReader): void {
    for (const thread of this.#threads) thread.open({ file, serial });
  }

  /**
   * The matches of each term, in the order of the terms.
   * @param now the open reader of the version, which may be replaced meanwhile
   * @throws StoreUnavailable when it takes too long; CopyGone; CopyUnusable; an error of SQLite
   */
  async *find(now: () => CopyReader, terms: readonly TextTerm[]): AsyncGenerator<TermMatches> {
    const reader = now();
    const costs = reader.textCost.of(terms);
    const cost = costs.reduce((sum, each) => sum + each, 0);
    if (cost <= AT_ONCE) {
      yield* reader.text.find(terms, Infinity);
      return;
    }
    const { file, serial } = reader;
    let found = 0;
    try {
      for await (const matches of this.#lanes.find({ file, serial }, terms, costs)) {
        found += 1;
        yield matches;
      }
    } catch (error) {
      // A thread that starts just when the copy has gone on cannot open this state any more; the reader still has it.
      if (!(error instanceof CopyGone) || cost > QUICK) throw error;
      yield* now().text.find(terms.slice(found), Infinity);
    }
  }

  /** Rejects all searches. */
  close(): void {
    this.#lanes.close();
    for (const thread of this.#threads) thread.close();
  }
}
