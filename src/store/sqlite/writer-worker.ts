import { parentPort } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { StoreUnavailable } from '../store.js';
import { explained } from './trouble.js';
import { Writer } from './writer.js';
import type { Command, Reply } from './writer-commands.js';

let path = '';
let writer: Writer | undefined;

parentPort?.on('message', (command: Command) => {
  parentPort?.postMessage(replyTo(command));
});

function replyTo(command: Command): Reply {
  try {
    return command.verb === 'begin' ? begin(command.path) : carryOut(command);
  } catch (error) {
    const known = explained(error, path);
    if (known instanceof StoreUnavailable) return { outcome: 'unavailable', message: known.message };
    return { outcome: 'bug', error };
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
