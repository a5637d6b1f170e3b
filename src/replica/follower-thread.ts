import { parentPort, workerData } from 'node:worker_threads';
import { openStore } from '#store/open.ts';
import { Follower } from './follower.ts';
import { isThreadData, type FollowerCommand } from './report.ts';

/** The thread of read-copy.ts: follows the store over its own connection, and reports to the serving thread. */
const data: unknown = workerData;
if (!isThreadData(data)) throw new TypeError('this is the thread of read-copy.ts, and needs its data');
const { database, ...settings } = data;
const follower = new Follower({
  ...settings,
  openStore: () => openStore(database, { mode: 'read' }),
  report: (report) => parentPort?.postMessage(report),
});

parentPort?.on('message', (command: FollowerCommand) => {
  follower.take(command);
});

await follower.run();
parentPort?.close();
