import { parentPort } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { StoreUnavailable } from '../store.js';
import { explained } from './trouble.js';
import { Writer } from './writer.js';
import type { Command, Reply } from './writer-commands.js';

let path = '';
let writer: Writer | undefined;
/** What went wrong; whatever is asked after that fails alike. */
let failure: Reply | undefined;

parentPort?.on('message', (command: Command) => {
  parentPort?.postMessage(replyTo(command));
});

function replyTo(command: Command): Reply {
  if (failure !== undefined) return command.verb === 'abandon' ? { outcome: 'done', isNew: false } : failure;
  try {
    return command.verb === 'begin' ? begin(command.path) : carryOut(command);
  } catch (error) {
    failure = failureOf(error);
    // At once: after some faults SQLite has ended the transaction itself, and further rows would stay for good.
    writer?.abandon();
    return failure;
  }
}

function begin(at: string): Reply {
  path = at;
  try {
    writer = Writer.begin(path);
    return writer === undefined ? { outcome: 'again' } : { outcome: 'done', isNew: writer.isNew };
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return { outcome: 'busy' };
    throw error;
  }
}

function carryOut(command: Exclude<Command, { verb: 'begin' }>): Reply {
  if (writer === undefined) throw new Error('The import has not begun');
  switch (command.verb) {
    case 'write':
      writer.write(command.batch);
      break;
    case 'commit':
      writer.commit(command.row);
      break;
    case 'abandon':
      writer.abandon();
  }
  return { outcome: 'done', isNew: writer.isNew };
}

function failureOf(error: unknown): Reply {
  const known = explained(error, path);
  return known instanceof StoreUnavailable
    ? { outcome: 'unavailable', message: known.message }
    : { outcome: 'bug', error };
}
