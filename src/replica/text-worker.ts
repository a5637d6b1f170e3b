import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { isObject } from '#catalogue/json-object.ts';
import type { TermMatches, TextTerm } from '#store/store.ts';
import { CopyUnusable, openCopy, stateOf, type CopyPoint } from './copy-file.ts';
import type { TextAnswer, TextTask, TextThreadData } from './word-lookup.ts';
import { OutOfTime, TextSearch } from './text-search.ts';
import { yieldToOthers } from './thread-priority.ts';

const { program, niceness } = threadData(workerData);
if (niceness > 0) yieldToOthers(niceness);

interface Held extends CopyPoint {
  readonly db: Database.Database;
  readonly text: TextSearch;
}

/** The state of the copy in which the words are looked up, in an open transaction. */
let held: Held | undefined;

parentPort?.on('message', ({ at, terms, milliseconds }: TextTask) => {
  if (terms === undefined) {
    tryToHold(at);
    return;
  }
  const answer = answerTo(at, terms, milliseconds);
  // Transferred, not copied: the matches of a term that every talk has take megabytes.
  parentPort?.postMessage(answer, answer.outcome === 'found' ? buffersOf(answer.found) : []);
});

function threadData(value: unknown): TextThreadData {
  if (!isObject(value) || typeof value.program !== 'string' || typeof value.niceness !== 'number')
    throw new Error('this thread is begun by word-lookup.ts');
  return { program: value.program, niceness: value.niceness };
}

function answerTo(at: CopyPoint, terms: readonly TextTerm[], milliseconds: number): TextAnswer {
  const end = performance.now() + milliseconds;
  try {
    const isHeld = held?.file === at.file && held.serial === at.serial;
    const copy = isHeld ? held : hold(at);
    return copy === undefined ? { outcome: 'gone' } : { outcome: 'found', found: copy.text.find(terms, end) };
  } catch (error) {
    if (error instanceof OutOfTime) return { outcome: 'timed out' };
    if (error instanceof Database.SqliteError || error instanceof CopyUnusable) {
      letGo();
      return { outcome: 'damaged' };
    }
    return { outcome: 'bug', error };
  }
}

/** Opens a state of the copy; undefined, and nothing changes, if the copy is in another by now. */
function hold(at: CopyPoint): Held | undefined {
  const db = openCopy(at.file, program);
  try {
    db.exec('BEGIN');
    if (stateOf(db).serial !== at.serial) {
      db.close();
      return undefined;
    }
    const next = { ...at, db, text: new TextSearch(db) };
    letGo();
    held = next;
    return next;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Opens it again, too: the transaction may keep the log from being emptied. */
function tryToHold(at: CopyPoint): void {
  try {
    hold(at);
  } catch {
    // The search that needs it reports it.
  }
}

function letGo(): void {
  held?.db.close();
  held = undefined;
}

/** Each buffer once: without prefix matches, `whole` and `begun` are the same array. */
function buffersOf(found: readonly TermMatches[]): ArrayBuffer[] {
  const lists = found.flatMap(({ title, text, names }) => [title, text, ...Object.values(names)]);
  const buffers = lists.flatMap(({ whole, begun }) => [whole.buffer, begun.buffer]);
  return [...new Set(buffers)].filter((buffer) => buffer instanceof ArrayBuffer);
}
