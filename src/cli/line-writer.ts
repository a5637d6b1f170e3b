import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import type { Logger } from 'pino';
import { RejectionLog } from '#server/http/rejection-log.ts';
import { codeOf } from '#catalogue/error-code.ts';
import type { Settings } from './settings/settings.ts';

/** Largest write, in bytes. PIPE_BUF on Linux: a write of this size is atomic (POSIX, write). */
const LARGEST_PIECE = 4096;
/** Maximum number of characters buffered while nothing can be written; further lines are dropped. */
const WAITING_AT_MOST = 1024 * 1024;
/** Milliseconds after which a piece is written even if it is not full. */
const WRITTEN_WITHIN = 100;
/** Milliseconds until the next attempt: when the reader is slow, and after a write error. */
const TRIED_AGAIN = { slow: 10, failed: 1_000 };
/** Milliseconds that a slow reader gets at shutdown. */
const ENDS_WITHIN = 1_000;

/**
 * Writes bytes and returns how many were written.
 *
 * @throws an error with a `code`; EAGAIN if none can be written now
 */
type Write = (piece: Buffer) => number;

/**
 * Writes whole lines in batches, without ever waiting for the reader. While the reader is slow or
 * gone, lines are buffered up to a limit and then dropped; the log says how many.
 */
export class LineWriter {
  readonly #write: Write;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #drops: RejectionLog;
  /** Pieces to write, each of whole lines; the first may be partly written. */
  readonly #pieces: Buffer[] = [];
  /** Lines of the next piece. */
  #lines = '';
  #waiting = 0;
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Why nothing can be written now. */
  #blocked: string | undefined;

  constructor(write: Write, log: Pick<Logger, 'warn'>) {
    this.#write = write;
    this.#log = log;
    this.#drops = new RejectionLog((details) => log.warn(details, 'access log lines dropped'));
    process.once('exit', () => this.#flush());
  }

  /** @param line ASCII, at most LARGEST_PIECE characters with its line feed */
  write(line: string): void {
    if (this.#waiting + line.length > WAITING_AT_MOST) {
      this.#dropped += 1;
      this.#drops.rejected(this.#blocked ?? SLOW, undefined);
      return;
    }
    this.#waiting += line.length;
    if (this.#lines.length + line.length > LARGEST_PIECE) {
      this.#endPiece();
      if (this.#blocked === undefined) this.#flush();
    }
    this.#lines += line;
    this.#timer ??= this.#tryIn(WRITTEN_WITHIN);
  }

  /** Writes what is buffered, for as long as a slow reader is given. */
  async end(): Promise<void> {
    const giveUp = performance.now() + ENDS_WITHIN;
    this.#flush();
    while (this.#blocked === SLOW && performance.now() < giveUp) {
      await new Promise((resolve) => setTimeout(resolve, TRIED_AGAIN.slow));
      this.#flush();
    }
    if (this.#dropped === 0 && this.#waiting === 0) return;
    const lost = { reason: this.#blocked, linesDropped: this.#dropped, bytesUnwritten: this.#waiting };
    this.#log.warn(lost, 'the access log is incomplete');
  }

  #endPiece(): void {
    if (this.#lines !== '') this.#pieces.push(Buffer.from(this.#lines, 'latin1'));
    this.#lines = '';
  }

  #tryIn(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#timer = undefined;
      this.#flush();
    }, milliseconds).unref();
  }

  #flush(): void {
    this.#endPiece();
    try {
      for (let [piece] = this.#pieces; piece !== undefined; [piece] = this.#pieces) {
        const written = this.#write(piece);
        this.#waiting -= written;
        if (written === piece.length) this.#pieces.shift();
        else this.#pieces[0] = piece.subarray(written);
      }
      this.#blocked = undefined;
    } catch (error) {
      this.#blocked = reasonOf(error);
      clearTimeout(this.#timer);
      this.#timer = this.#tryIn(this.#blocked === SLOW ? TRIED_AGAIN.slow : TRIED_AGAIN.failed);
    }
  }
}

const SLOW = 'the reader of standard output is too slow';

function reasonOf(error: unknown): string {
  const code = codeOf(error) ?? String(error);
  return code === 'EAGAIN' ? SLOW : `cannot write to standard output: ${code}`;
}

/** Writes the access log to standard output; undefined if there is none. */
export function accessLines(
  { accessLog }: Pick<Settings, 'accessLog'>,
  log: Pick<Logger, 'warn'>,
): LineWriter | undefined {
  return accessLog === 'off' ? undefined : new LineWriter(nonBlockingOutput(), log);
}

/**
 * Writes to standard output, and throws EAGAIN instead of waiting for the reader.
 *
 * Whether a write blocks is not up to one process: the flag is shared by all that inherited the
 * output. Node makes it non-blocking when it opens the stream, and blocking again for each child
 * process that it starts with it.
 */
function nonBlockingOutput(): (piece: Buffer) => number {
  const { fd } = process.stdout;
  const own = fstatSync(fd).isFIFO() ? openedAnew(fd) : undefined;
  if (own !== undefined) return (piece) => writeSync(own, piece);
  const handle: unknown = Reflect.get(process.stdout, '_handle');
  // A file has no reader to wait for.
  if (!canBeSet(handle)) return (piece) => writeSync(fd, piece);
  return (piece) => {
    handle.setBlocking(false);
    return writeSync(fd, piece);
  };
}

/**
 * Reopens the pipe for this process alone. Undefined if the system has no such files, or the pipe
 * belongs to another user.
 */
function openedAnew(fd: number): number | undefined {
  try {
    return openSync(`/proc/self/fd/${String(fd)}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}

function canBeSet(handle: unknown): handle is { readonly setBlocking: (isBlocking: boolean) => void } {
  return (
    typeof handle === 'object' && handle !== null && 'setBlocking' in handle && typeof handle.setBlocking === 'function'
  );
}
