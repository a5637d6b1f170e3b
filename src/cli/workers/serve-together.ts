import { createServer } from 'node:net';
import type { Logger } from 'pino';
import { listen, portOf } from '#server/http/listener.ts';
import { metricsText } from '#server/ops/metric-families.ts';
import { publicationOf } from '#server/server-settings.ts';
import type { Problem } from '#catalogue/problem.ts';
import { EXIT_STATUS } from '../exit-status.ts';
import { settingLine } from '../reports/report.ts';
import type { Finding } from '../doctor/finding.ts';
import { openMetrics } from '../open-metrics.ts';
import { onSighup, type Stop } from '../stop.ts';
import { turnAway } from './connection-dispatcher.ts';
import { Workers } from './workers.ts';
import type { Host } from '../host.ts';
import type { Environment } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';
import type { ScheduledSync } from '../sync/scheduled-sync.ts';

/** What runs beside the server. */
export interface Serving {
  readonly stop: Stop;
  readonly log: Logger;
  /** Syncs the sources, once for all workers; undefined if there are none. */
  readonly syncing: ScheduledSync | undefined;
  /** Called with the address of the service once it can serve every request. */
  readonly onReady: (address: string) => void;
  /** Reads the configuration file again, for whatever starts from now on. Returns its problems. */
  readonly reread: () => Promise<readonly Problem[]>;
  /** That of the workers to come. */
  readonly environment: () => Environment;
  readonly host: Host;
  /** Runs `lectern doctor`. */
  readonly doctor: () => Promise<readonly Finding[]>;
}

/**
 * Serves with several processes on one port. This one listens and starts the others. It reads no
 * requests itself, so little in it can fail. Returns the exit status.
 */
export async function serveTogether(
  settings: Settings,
  count: number,
  { stop, log, syncing, onReady, reread, environment, host, doctor }: Serving,
): Promise<number> {
  const listener = createServer({ pauseOnConnect: true, noDelay: true });
  await listen(listener, settings.host, settings.port);
  const { database, cacheFolder, corrections, shutdownGrace } = settings;
  // Uses the path it was started with: if that is a symlink that now points to another release, a
  // reload runs that release.
  const [, file = '', ...args] = process.argv;
  const workers = new Workers({
    count,
    listener,
    turnAway: turnAway(publicationOf(settings, portOf(listener)).baseUrl, log),
    program: { file, args, environment },
    task: { database, cacheFolder, corrections },
    shutdownGrace,
    log,
  });
  const reload = async (): Promise<void> => {
    const problems = (await reread()).map(settingLine);
    if (problems.length === 0) await workers.reload();
    else log.error({ problems }, 'the configuration file has problems; keeping the old settings');
  };
  // After a second signal, do not wait for the workers. (If this process crashes, they notice and
  // drain.)
  process.once('exit', () => {
    if (stop.signal.aborted) workers.kill();
  });
  onSighup(() => {
    syncing?.wake();
    void reload();
  });
  const told = (): string => metricsText({ ...workers.told(), own: syncing?.samples });
  const metrics = await openMetrics(settings, { metrics: told, doctor }, log);
  try {
    const started = await Promise.race([workers.start(), stop.asked]);
    if (started !== undefined && !started.ok) {
      if (started.reason !== undefined) host.stderr.write(`lectern: ${started.reason}\n`);
      return started.status;
    }
    if (started !== undefined) onReady(started.address);
    await stop.asked;
    void syncing?.stop();
    log.info('stopping: finishing requests in flight');
  } finally {
    await workers.stop();
    metrics?.close();
  }
  return EXIT_STATUS.fine.status;
}
