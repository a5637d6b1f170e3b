import { parentPort, workerData } from 'node:worker_threads';
import { openStore } from '#store/open.ts';
import { Follower } from './follower.ts';
import { NICE, yieldToOthers } from './thread-priority.ts';
import { isThreadData, type FollowerCommand, type Report, type ThreadData } from './report.ts';

/** What a thread does besides. */
interface Beside {
  /** Called with each report. */
  readonly onReport: (report: Report) => void;
  /** Called with each task of ReadCopy.instruct. */
  readonly onTask: (task: object) => void;
}

export function threadData(): ThreadData {
  const data: unknown = workerData;
  if (!isThreadData(data)) throw new TypeError('this is the thread of read-copy.ts, and needs its data');
  return data;
}

/** Runs the thread of read-copy.ts: follows the store over its own connection, and reports to the serving thread. */
export async function runThread(beside?: Beside): Promise<void> {
  const { database, task, ...settings } = threadData();
  let isFirst = true;
  if (task !== undefined) beside?.onTask(task);
  const follower = new Follower({
    ...settings,
    openStore: () => openStore(database, { mode: 'read' }),
    report: (report) => {
      parentPort?.postMessage(report);
      // Nobody can be answered before the first index: all that follows can wait for requests.
      if (report.kind === 'index' && isFirst) yieldToOthers(NICE);
      isFirst &&= report.kind !== 'index';
      beside?.onReport(report);
    },
  });
  parentPort?.on('message', (command: FollowerCommand) => {
    if (command.kind === 'task') beside?.onTask(command.task);
    else follower.take(command);
  });
  await follower.run();
  parentPort?.close();
}
