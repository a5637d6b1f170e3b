import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { Pieces, type PiecesPlace, type PieceTable, PieceWriter } from '#replica/pieces.ts';
import { programVersion } from '#replica/program-version.ts';
import { xml } from '#representations/json/hal-xml.ts';
import { json } from '#representations/json/json.ts';
import type { Publication } from '#representations/representation.ts';
import type { IndexColumns } from '#search/index/columns.ts';
import { positionsIn } from '#search/index/position-list.ts';

/** A rendering that is kept as pieces. */
interface KeptRendering {
  readonly render: (details: TalkDetails) => Buffer;
  readonly between: Buffer;
}

/** What a catalogue's pieces are made from. */
export interface FilledFrom {
  /** The file that the records are from. */
  readonly source: string;
  readonly order: FillingOrder;
  /** The record of a talk (number); undefined: it is damaged. */
  readonly details: (talk: number) => TalkDetails | undefined;
  /** Whether pieces must not be left in the files that are no longer needed. */
  readonly isCleaned: boolean;
  /** True: stop soon, because there is a newer version. */
  readonly isOutdated: () => boolean;
}

/** Talks after which readers see their pieces. */
const TALKS_AT_ONCE = 250;
/** The files may have this many times the bytes that are needed, and this many more. */
const MAX_WASTE = 2;
const MIN_REWRITTEN = 16 * 2 ** 20;

/** Renders the talks of a catalogue into pieces, those to come first. One process does it for all that use the pieces. */
export class PieceFiller {
  readonly #place: PiecesPlace;
  readonly #renderings: readonly KeptRendering[];
  readonly #pieces: Pieces;
  #writer: PieceWriter | undefined;
  #mustClean = false;

  /** @param renderings in the order of those of the place */
  constructor(place: PiecesPlace, renderings: readonly KeptRendering[]) {
    this.#place = place;
    this.#renderings = renderings;
    this.#pieces = new Pieces(place);
  }

  /** Makes what is missing of a version. @throws an error with a `code` if the files cannot be written */
  async fill(from: FilledFrom): Promise<void> {
    this.#mustClean ||= from.isCleaned;
    if (this.#writer?.source !== from.source) {
      this.#writer?.close();
      this.#writer = undefined;
      this.#writer = new PieceWriter(this.#place, from.source);
      this.#writer.publish();
    }
    this.#pieces.refresh();
    const isWasteful = this.#writer.size > this.#neededBytes(from) * MAX_WASTE + MIN_REWRITTEN;
    if (this.#mustClean || isWasteful) await this.#rewrite(this.#writer, from);
    else await this.#append(this.#writer, from);
    this.#pieces.refresh();
  }

  close(): void {
    this.#writer?.close();
    this.#pieces.close();
  }

  /** Closes it, and removes its files. */
  discard(): void {
    this.#writer?.discard();
    this.#pieces.close();
  }

  /** Bytes of the pieces that are right in this version. */
  #neededBytes({ source, order: { talks, versionOf } }: FilledFrom): number {
    let bytes = 0;
    for (const rendering of this.#place.renderings) {
      const table = this.#pieces.table(rendering, source);
      for (const talk of talks) bytes += table?.length(talk, versionOf(talk)) ?? 0;
    }
    return bytes;
  }

  /** Appends what is missing, until there is a newer version. */
  async #append(writer: PieceWriter, { order: { talks, versionOf }, details, isOutdated }: FilledFrom): Promise<void> {
    const turn = new Turn();
    let rendered = 0;
    for (const talk of talks) {
      if (isOutdated()) break;
      const version = versionOf(talk);
      const missing = this.#renderings.filter((_, at) => !this.#has(at, talk, version));
      if (missing.length === 0) continue;
      const record = details(talk);
      if (record === undefined) continue;
      for (const rendering of missing)
        writer.add(this.#renderings.indexOf(rendering), talk, version, rendering.render(record), rendering.between);
      rendered += 1;
      if (rendered % TALKS_AT_ONCE === 0) writer.flush();
      await turn.over();
    }
    writer.flush();
  }

  #has(rendering: number, talk: number, version: number): boolean {
    return (this.#table(rendering)?.length(talk, version) ?? 0) > 0;
  }

  #table(rendering: number): PieceTable | undefined {
    return this.#pieces.table(this.#place.renderings[rendering] ?? '', this.#writer?.source ?? '');
  }

  /** Puts a talk into a new set: copied from the current one where that has it. */
  #putAgain(writer: PieceWriter, talk: number, version: number, details: FilledFrom['details']): void {
    let record: TalkDetails | undefined;
    for (const [at, { render, between }] of this.#renderings.entries()) {
      const copied = this.#copied(at, talk, version);
      if (copied === undefined) record ??= details(talk);
      const bytes = copied ?? (record && render(record));
      if (bytes !== undefined) writer.add(at, talk, version, bytes, between);
    }
  }

  /** Puts what is right of the current set, and what is missing, into a new one. */
  async #rewrite(before: PieceWriter, { order: { talks, versionOf }, details }: FilledFrom): Promise<void> {
    const writer = new PieceWriter(this.#place, before.source);
    const turn = new Turn();
    try {
      for (const talk of talks) {
        const version = versionOf(talk);
        this.#putAgain(writer, talk, version, details);
        await turn.over();
      }
      writer.publish();
    } catch (error) {
      writer.discard();
      throw error;
    }
    before.close();
    this.#writer = writer;
    this.#mustClean = false;
  }

  #copied(rendering: number, talk: number, version: number): Buffer | undefined {
    const table = this.#table(rendering);
    const length = table?.length(talk, version) ?? 0;
    if (table === undefined || length === 0) return undefined;
    const bytes = Buffer.allocUnsafe(length);
    return table.read(table.at(talk), length, bytes, 0) ? bytes : undefined;
  }
}

/** Milliseconds of work until the thread does something else. */
const LONGEST_TURN = 5;

class Turn {
  #end = performance.now() + LONGEST_TURN;

  async over(): Promise<void> {
    if (performance.now() < this.#end) return;
    await nextTurn();
    this.#end = performance.now() + LONGEST_TURN;
  }
}

/** What renderings depend on, besides the records. */
export interface PublishedAs {
  readonly publication: Publication;
  /** What untitled talks are called. */
  readonly untitled: string;
}

export function isPublishedAs(task: object): task is PublishedAs {
  return 'publication' in task && 'untitled' in task;
}

/** The same as text: equal if the same records are rendered the same. */
export function publishedAsText({ publication, untitled }: PublishedAs): string {
  return JSON.stringify([programVersion(), process.versions.tz, publication, untitled]);
}

/** The renderings that are kept: what programs ask for. Pages and feeds are rendered from records. */
const KEPT = [json, xml];

export function keptRenderings(publication: Publication): readonly KeptRendering[] {
  return KEPT.map((create) => {
    const representation = create(publication);
    return { render: (details) => representation.talk(details), between: representation.talkDocument.between };
  });
}

/** @param folder of the copy */
export function placeOfPieces(folder: string, publishedAs: PublishedAs): PiecesPlace {
  const name = createHash('sha256').update(publishedAsText(publishedAs)).digest('hex').slice(0, 16);
  return { folder, name, renderings: KEPT.map((create) => create(publishedAs.publication).name) };
}

/** All talks in the order in which they are asked for, and what tells whether they changed. */
interface FillingOrder {
  /** Numbers. */
  readonly talks: Iterable<number>;
  /** The latest version of the store that changed a talk (number), or a record that it refers to. */
  readonly versionOf: (talk: number) => number;
}

/** Coming talks first; neighbours in time stay neighbours. @param now in seconds since 1970-01-01T00:00:00Z */
export function fillingOrder({ talks: { starts, numbers }, versions }: IndexColumns, now: number): FillingOrder {
  const { from } = positionsIn(starts, { from: now, to: Infinity });
  return {
    talks: {
      *[Symbol.iterator]() {
        yield* numbers.subarray(from);
        yield* numbers.subarray(0, from);
      },
    },
    versionOf: (talk) => versions.talk[talk] ?? 0,
  };
}
