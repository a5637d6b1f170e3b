import { createServer } from 'node:net';
import type { Logger } from 'pino';
import { listen } from '#server/http/listener.ts';
import { EXIT_STATUS } from '../exit-status.ts';
import { onSighup } from '../sync/sighup.ts';
import { Workers } from './workers.ts';
import type { Settings } from '../settings/settings.ts';
import type { Stop } from '../stop.ts';
import type { ScheduledSync } from '../sync/scheduled-sync.ts';

/** What serving goes on beside. */
export interface Serving {
  readonly stop: Stop;
  readonly log: Logger;
  /** What brings the sources in, once for all workers; undefined when there are none. */
  readonly syncing: ScheduledSync | undefined;
  /** Called when every question can be answered, with where people reach the service. */
  readonly onReady: (address: string) => void;
}

/**
 * Serves with several processes on one port. This one has the port and starts the others, and answers nothing itself,
 * so that there is little in it that can fail. Returns the exit status.
 */
export async function serveTogether(
  settings: Settings,
  count: number,
  { stop, log, syncing, onReady }: Serving,
): Promise<number> {
  const listener = createServer({ pauseOnConnect: true, noDelay: true });
  await listen(listener, settings.host, settings.port);
  const { database, cacheFolder, shutdownGrace } = settings;
  // As it was called: a link that leads to another release by then leads a reload there.
  const [, file = '', ...args] = process.argv;
  const workers = new Workers({
    count,
    listener,
    program: { file, args },
    task: { database, cacheFolder },
    shutdownGrace,
    log,
  });
  // A second signal: whoever sent it does not want to wait. (If we fail ourselves, they see that we are gone, and drain.)
  process.once('exit', () => {
    if (stop.signal.aborted) workers.kill();
  });
  onSighup(() => {
    syncing?.wake();
    void workers.reload();
  });
  try {
    const started = await Promise.race([workers.start(), stop.asked]);
    if (started !== undefined && !started.ok) {
      if (started.reason !== undefined) process.stderr.write(`lectern: ${started.reason}\n`);
      return started.status;
    }
    if (started !== undefined) onReady(started.address);
    await stop.asked;
    void syncing?.stop();
    log.info('stopping: finishing requests in flight');
  } finally {
    await workers.stop();
  }
  return EXIT_STATUS.fine.status;
}
