import { join } from 'node:path';
import { codeOf } from '#catalogue/error-code.ts';
import type { FileLock } from '#replica/file-lock.ts';
import { type Report, runThread, threadData } from '#replica/follower.ts';
import { lockOfPieces, removeAbandoned, type PiecesPlace } from '#replica/pieces.ts';
import { inZone } from '#replica/snapshot.ts';
import { UntitledTalks } from '#replica/untitled-talks.ts';
import { VersionReader } from '#replica/copy-reader.ts';
import type { IndexColumns } from '#search/index/columns.ts';
import { calendarIn } from '#search/query/calendar-date.ts';
import {
  fillingOrder,
  isPublishedAs,
  keptRenderings,
  PieceFiller,
  placeOfPieces,
  type PublishedAs,
} from './piece-filler.ts';

type NewIndex = Extract<Report, { kind: 'index' }>;

/** Milliseconds until it tries again to get the lock, and to write to a full disk, which others need, too. */
const TRY_AGAIN = 2_000;
const WHEN_FULL = 300_000;

/** Renders the newest version's talks into pieces, unless another process does. */
class Filling {
  readonly #folder: string;
  readonly #program: string;
  readonly #published: PublishedAs;
  readonly #place: PiecesPlace;
  readonly #lock: FileLock;
  #filler: PieceFiller | undefined;
  #newest: NewIndex | undefined;
  #filled: NewIndex | undefined;
  #isFilling = false;
  #reader: VersionReader | undefined;
  #notBefore = -Infinity;

  constructor(published: PublishedAs) {
    const { folder, program } = threadData();
    this.#folder = folder;
    this.#program = program;
    this.#published = published;
    this.#place = placeOfPieces(folder, published);
    this.#lock = lockOfPieces(this.#place);
    setInterval(() => void this.#fill(), TRY_AGAIN).unref();
  }

  take(index: NewIndex): void {
    this.#newest = index;
    void this.#fill();
  }

  async #fill(): Promise<void> {
    if (this.#isFilling || performance.now() < this.#notBefore) return;
    this.#isFilling = true;
    try {
      while (this.#newest !== undefined && this.#newest !== this.#filled && this.#lock.take()) {
        const index = this.#newest;
        removeAbandoned(this.#place);
        if (!(await this.#fillFrom(index))) return;
        const { file, state } = this.#newest;
        const isSame =
          file === index.file && state.version === index.state.version && state.token === index.state.token;
        if (isSame) this.#filled = this.#newest;
      }
    } catch (error) {
      this.#stop(codeOf(error) ?? '');
    } finally {
      this.#isFilling = false;
    }
  }

  /** The disk is full, or the copy is being made anew: whatever is missing is rendered for each request. */
  #stop(code: string): void {
    if (/^(ENOSPC|EDQUOT)$/.test(code)) {
      this.#notBefore = performance.now() + WHEN_FULL;
      this.#filler?.discard();
    } else this.#filler?.close();
    this.#filler = undefined;
  }

  /** @returns false if the copy has another version by now */
  async #fillFrom({ file, state, columns }: NewIndex): Promise<boolean> {
    const source = join(this.#folder, file);
    const reader = new VersionReader(source, this.#program, state);
    this.#reader = reader;
    if (reader.isGone) return false;
    this.#filler ??= new PieceFiller(this.#place, keptRenderings(this.#published.publication));
    const untitled = new UntitledTalks(this.#published.untitled);
    const calendar = calendarIn(this.#published.publication.timeZone);
    try {
      await this.#filler.fill({
        source,
        order: fillingOrder(columns, Date.now() / 1000),
        details: (talk) => {
          const found = reader.talk(talk);
          return found && untitled.named(inZone(found, calendar));
        },
        isCleaned: this.#filled !== undefined && isLess(this.#filled.columns, columns),
        isOutdated: () => reader.isGone || this.#newest?.state.version !== state.version,
      });
      return !reader.isGone;
    } finally {
      reader.close();
      this.#reader = undefined;
    }
  }

  /** Lets go of the copy's log, which has become long. */
  letGoOfLog(): void {
    this.#reader?.renewSoon();
  }
}

/** Whether records of a version are gone in the next. */
function isLess(before: IndexColumns, now: IndexColumns): boolean {
  if (now.removedTalks.numbers.length > before.removedTalks.numbers.length) return true;
  const { offsets } = before.keys.person;
  const after = now.keys.person.offsets;
  for (let number = 1; number < offsets.length - 1; number += 1) {
    const wasThere = offsets[number + 1] !== offsets[number];
    if (wasThere && after[number + 1] === after[number]) return true;
  }
  return false;
}

let filling: Filling | undefined;
let newest: NewIndex | undefined;

await runThread({
  onTask: (task) => {
    if (filling !== undefined || !isPublishedAs(task)) return;
    filling = new Filling(task);
    if (newest !== undefined) filling.take(newest);
  },
  onReport: (report) => {
    if (report.kind === 'long log') filling?.letGoOfLog();
    if (report.kind !== 'index') return;
    newest = report;
    filling?.take(report);
  },
});
