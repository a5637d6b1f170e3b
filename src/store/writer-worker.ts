import { parentPort } from 'node:worker_threads';
import type { StoreAddress } from './address.ts';
import { DiskFull, StoreUnavailable } from './store.ts';
import type { EngineWriter, Reply, WriterCommand } from './writing-thread.ts';

let writer: EngineWriter | undefined;
/** The first failure, repeated for every further command until the import is abandoned. */
let failure: Reply | undefined;
/** One command at a time, in order. */
let last: Promise<void> = Promise.resolve();

parentPort?.on('message', (command: WriterCommand) => {
  last = last.then(async () => parentPort?.postMessage(await replyTo(command)));
});

async function replyTo(command: WriterCommand): Promise<Reply> {
  if (failure !== undefined) return command.verb === 'abandon' ? ended() : failure;
  try {
    return await carryOut(command);
  } catch (error) {
    failure = failureOf(error);
    // At once: after some errors SQLite has rolled back the transaction itself, and further rows would be committed.
    await writer?.abandon();
    return failure;
  }
}

async function carryOut(command: WriterCommand): Promise<Reply> {
  if (command.verb === 'begin') {
    writer ??= await writerFor(command.address);
    return writer.begin(command.replace);
  }
  if (writer === undefined) throw new Error('The import has not begun');
  switch (command.verb) {
    case 'write':
      await writer.write(command.batch);
      return { outcome: 'done' };
    case 'commit':
      await writer.commit(command.row);
      return ended();
    case 'abandon':
      await writer.abandon();
      return ended();
  }
}

/** Gets ready for the next import. */
function ended(): Reply {
  writer = undefined;
  failure = undefined;
  return { outcome: 'done' };
}

/** Loads only the engine in use. */
async function writerFor(address: StoreAddress): Promise<EngineWriter> {
  if (address.engine === 'sqlite') {
    const { SqliteWriter } = await import('./sqlite/sqlite-writer.ts');
    return new SqliteWriter(address);
  }
  const { PostgresWriter } = await import('./postgres/postgres-writer.ts');
  return new PostgresWriter(address);
}

function failureOf(error: unknown): Reply {
  if (!(error instanceof StoreUnavailable)) return { outcome: 'bug', error };
  const { message } = error;
  return { outcome: 'unavailable', message, ...(error instanceof DiskFull ? { full: error.path } : {}) };
}
