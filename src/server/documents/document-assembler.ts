import type { DatedTalk } from '#catalogue/talk-details.ts';
import type { PieceTable, Pieces } from '#replica/pieces.ts';
import type { Snapshot } from '#replica/snapshot.ts';
import type { Envelope } from '#representations/representation.ts';
import { type AssembledBody, BodyBuffers, type LentBuffer } from '../http/answer.ts';
import { type Document, type Part, Tag } from './document.ts';

/** One way of writing talks. */
export interface Rendering {
  /** Unique among the renderings; if there are pieces under this name, they are used. */
  readonly name: string;
  readonly render: (details: DatedTalk) => Buffer;
  /** The separator between two talks; always the same for a rendering, since pieces have it too. */
  readonly between: Buffer;
}

/** About how many bytes a talk takes that has not been rendered yet. */
const BYTES_A_TALK = 2_500;
/** Milliseconds of rendering after which what there is of a chunk is sent, so that other requests get their turn. */
const LONGEST_TURN = 10;
/** Maximum UTF-8 bytes per UTF-16 code unit. */
const BYTES_A_CHARACTER = 3;

/** Turns the parts of a document into a body: JSON, XML, feeds and pages alike. */
export class DocumentAssembler {
  readonly #pieces: Pick<Pieces, 'table' | 'giveUp'> | undefined;
  readonly #seed: Tag;
  readonly #bodies = new BodyBuffers();

  /**
   * @param publishedAs everything but the records that renderings depend on
   * @param pieces undefined: every talk is rendered from its record
   */
  constructor(publishedAs: string, pieces?: Pick<Pieces, 'table' | 'giveUp'>) {
    this.#pieces = pieces;
    this.#seed = new Tag();
    this.#seed.mix(Buffer.from(publishedAs));
  }

  /** Talks in an envelope. */
  listing(snapshot: Snapshot, rendering: Omit<Rendering, 'between'>, talks: Uint32Array, envelope: Envelope): Document {
    const { name, render } = rendering;
    // `empty` is rendered lazily.
    const parts = talks.length === 0 ? [envelope.empty] : [envelope.before, talks, envelope.after];
    return this.assemble(snapshot, { name, render, between: envelope.between }, parts);
  }

  /**
   * Puts the parts together when the body is asked for: a client that has it already costs no rendering. Release the
   * document: until then it keeps the version of the snapshot open.
   */
  assemble(snapshot: Snapshot, rendering: Rendering, parts: readonly Part[]): Document {
    const body = new Assembled({ snapshot, rendering, parts, pieces: this.#pieces, bodies: this.#bodies });
    const keep = body.isOfPieces ? 'compressed' : 'always';
    return { body, tag: this.#tagOf(snapshot, rendering, parts), keep, release: snapshot.hold() };
  }

  /** Represents the versions of the talks, in place of their bytes. */
  #tagOf(snapshot: Snapshot, { name, between }: Rendering, parts: readonly Part[]): string {
    const tag = this.#seed.copy();
    tag.mixText(name);
    for (const part of parts) {
      if (typeof part === 'string') tag.mixText(part);
      else if (Buffer.isBuffer(part)) tag.mix(part);
      else
        for (const talk of part) {
          const version = snapshot.index.talkVersion(talk);
          tag.add(talk, version ^ snapshot.markOf(version));
        }
    }
    tag.mix(between);
    return tag.text;
  }
}

interface AssembledFrom {
  readonly snapshot: Snapshot;
  readonly rendering: Rendering;
  readonly parts: readonly Part[];
  readonly pieces: Pick<Pieces, 'table' | 'giveUp'> | undefined;
  readonly bodies: BodyBuffers;
}

/** A body that is assembled from pieces, and from records where there is no piece. */
class Assembled implements AssembledBody {
  readonly #from: AssembledFrom;
  readonly length: number | undefined;
  readonly size: number;
  /** Whether it has talks, and nothing has to be rendered. */
  readonly isOfPieces: boolean;

  constructor(from: AssembledFrom) {
    this.#from = from;
    let length = 0;
    let missing = 0;
    let found = 0;
    const separator = from.rendering.between.length;
    for (const part of from.parts) {
      if (typeof part === 'string') length += Buffer.byteLength(part);
      else if (Buffer.isBuffer(part)) length += part.length;
      else {
        const { bytes, absent } = this.#measured(part);
        missing += absent;
        found += part.length - absent;
        length += bytes + separator * Math.max(0, part.length - 1);
      }
    }
    this.length = missing === 0 ? length : undefined;
    this.size = length + missing * BYTES_A_TALK;
    this.isOfPieces = missing === 0 && found > 0;
  }

  whole(): LentBuffer {
    const { parts, rendering, bodies } = this.#from;
    const { between } = rendering;
    const rendered = this.length === undefined ? this.#rendered() : undefined;
    const lent = bodies.lend(this.length ?? this.#lengthWith(rendered));
    const { body } = lent;
    let end = 0;
    for (const part of parts) {
      if (typeof part === 'string') end += body.write(part, end);
      else if (Buffer.isBuffer(part)) end += part.copy(body, end);
      else if (rendered === undefined) end = this.#copyPieces(part, body, end);
      else for (const bytes of withBetween(rendered.splice(0, part.length), between)) end += bytes.copy(body, end);
      if (end < 0) {
        lent.release();
        return this.#withoutPieces().whole();
      }
    }
    return { body: body.subarray(0, end), release: lent.release };
  }

  *chunks(chunk: Buffer): Generator<Buffer> {
    let end = 0;
    let began = performance.now();
    for (const piece of this.#pieces()) {
      if (end > 0 && performance.now() - began > LONGEST_TURN) {
        // A stream may buffer what is this short, and the chunk is filled again.
        yield Buffer.from(chunk.subarray(0, end));
        began = performance.now();
        end = 0;
      }
      for (let from = 0; from < piece.length;) {
        const count = piece.copy(chunk, end, from);
        from += count;
        end += count;
        if (end < chunk.length) continue;
        yield chunk;
        began = performance.now();
        end = 0;
      }
    }
    if (end > 0) yield chunk.subarray(0, end);
  }

  *#pieces(): Generator<Buffer> {
    for (const part of this.#from.parts) {
      if (typeof part === 'string') yield Buffer.from(part);
      else if (Buffer.isBuffer(part)) yield part;
      else yield* this.#talks(part);
    }
  }

  *#talks(talks: Uint32Array): Generator<Buffer> {
    for (let at = 0; at < talks.length; at += 1) {
      if (at > 0) yield this.#from.rendering.between;
      yield this.#bytesOf(talks[at] ?? 0);
    }
  }

  #table(): PieceTable | undefined {
    const { pieces, rendering, snapshot } = this.#from;
    return pieces?.table(rendering.name, snapshot.file);
  }

  /** The bytes of the pieces of these talks, and how many have none. */
  #measured(talks: Uint32Array): { readonly bytes: number; readonly absent: number } {
    let bytes = 0;
    let absent = 0;
    const table = this.#table();
    const { index } = this.#from.snapshot;
    for (const talk of talks) {
      const length = table?.length(talk, index.talkVersion(talk)) ?? 0;
      bytes += length;
      if (length === 0) absent += 1;
    }
    return { bytes, absent };
  }

  #copyPieces(talks: Uint32Array, body: Buffer, offset: number): number {
    if (talks.length === 0) return offset;
    // Other processes write pieces, and what was there when the length was computed may be gone.
    const end = this.#table()?.copy(talks, this.#from.rendering.between.length, body, offset) ?? -1;
    if (end < 0) this.#from.pieces?.giveUp();
    return end;
  }

  #bytesOf(talk: number): Buffer {
    const { snapshot, rendering } = this.#from;
    const table = this.#table();
    const length = table?.length(talk, snapshot.index.talkVersion(talk)) ?? 0;
    if (table !== undefined && length > 0) {
      const bytes = Buffer.allocUnsafe(length);
      if (table.read(table.at(talk), length, bytes, 0)) return bytes;
      this.#from.pieces?.giveUp();
    }
    return rendering.render(snapshot.details(talk));
  }

  /** The bytes of all talks, in the order of the document. */
  #rendered(): Buffer[] {
    const all: Buffer[] = [];
    for (const part of this.#from.parts) {
      if (part instanceof Uint32Array && !Buffer.isBuffer(part)) for (const talk of part) all.push(this.#bytesOf(talk));
    }
    return all;
  }

  #lengthWith(rendered: readonly Buffer[] = []): number {
    const { parts, rendering } = this.#from;
    let length = 0;
    for (const bytes of rendered) length += bytes.length + rendering.between.length;
    for (const part of parts) {
      if (typeof part === 'string') length += part.length * BYTES_A_CHARACTER;
      else if (Buffer.isBuffer(part)) length += part.length;
    }
    return length;
  }

  #withoutPieces(): Assembled {
    return new Assembled({ ...this.#from, pieces: undefined });
  }
}

function* withBetween(all: readonly Buffer[], between: Buffer): Generator<Buffer> {
  for (const [at, bytes] of all.entries()) {
    if (at > 0) yield between;
    yield bytes;
  }
}
