import { writeSync } from 'node:fs';
import type { Logger } from 'pino';
import { FILES_NEEDED, openFilesLimit } from '#server/http/connections.ts';
import type { Problem } from '#catalogue/problem.ts';
import { addressWarnings, unsetAddresses } from '../reports/address-report.ts';
import { correctionsStatus } from '../corrections/corrections-file.ts';
import { memory } from '../small-heap.ts';
import { cores, workersFor } from '../workers/cores.ts';
import { EXIT_STATUS } from '../exit-status.ts';
import { doctorOf } from '../doctor/run-doctor.ts';
import { openMetrics } from '../open-metrics.ts';
import { listenForStop, onSighup } from '../stop.ts';
import { tracingOf } from '../tracing/tracing.ts';
import { accessLines } from '../line-writer.ts';
import { serviceLog } from '../log.ts';
import { termsText } from '../settings/answer-settings.ts';
import { SETTING_NAMES, SETTINGS, type Settings } from '../settings/settings.ts';
import { scheduledSyncOf, watchOf } from '../sync/start-syncing.ts';
import { isOn, type Switch } from '../settings/option.ts';
import { isWorker, serveAsWorker } from '../workers/worker.ts';
import type { Environment } from '../settings/read-settings.ts';
import type { Serving } from '../workers/serve-together.ts';
import type { Call, Verb } from './verb.ts';

const SAMPLE: Switch = {
  flag: '--sample',
  description: 'Serve a made-up catalogue from a temporary database; no other database is touched.',
};

const CREATE: Switch = {
  flag: '--create',
  description: 'If there is no catalogue, create an empty one and serve it until talks are imported.',
};

export const serveVerb: Verb = {
  name: 'serve',
  summary: 'Serve the catalogue over HTTP.',
  details:
    'Prints its address on standard output once it is ready to serve every request, and logs to standard error: lines for people on a terminal, otherwise JSON, one object per line (--log-format). Several worker processes share one port (--workers). Imports by other processes show within two seconds. On SIGTERM or SIGINT it finishes requests in flight and exits with status 0; on SIGHUP it reloads the configuration file and replaces the workers one by one, without failing a request.',
  examples: [
    'lectern serve --sample',
    'lectern serve --database sqlite:/srv/talks.db --host 0.0.0.0 --base-url https://talks.example.org',
  ],
  arguments: {},
  settings: SETTING_NAMES,
  options: [SAMPLE, CREATE],
  logs: true,
  run: async (call) => {
    const { flags, settings, host } = call;
    if (isWorker()) return serveAsWorker(settings);
    const files = openFilesLimit();
    if (files < FILES_NEEDED) {
      host.stderr.write(`lectern: ${tooFewFiles(files)}\n`);
      return EXIT_STATUS.failed.status;
    }
    if (!isOn(SAMPLE, flags)) return serve(settings, call);
    const other = ['database', 'sources', 'corrections', 'create'].find((name) => flags[name] !== undefined);
    if (other !== undefined) {
      host.stderr.write(`--sample: The sample is served from its own database. Leave out --${other}, or --sample.\n`);
      return EXIT_STATUS.usage.status;
    }
    const { makeSampleStore } = await import('../sample-store.ts');
    const { sampleTerms } = await import('#sample/sample-schedule.ts');
    const { calendarIn } = await import('#search/query/calendar-date.ts');
    const now = new Date();
    const today = calendarIn(settings.timeZone).dayAt(now);
    const { database, folder, logo, pictures, remove } = await makeSampleStore(settings.timeZone, now);
    try {
      const terms = settings.terms.length > 0 ? settings.terms : sampleTerms(today);
      const look = {
        brandName: settings.brandName === SETTINGS.brandName.default ? 'Astermouth Talks' : settings.brandName,
        brandLogo: settings.brandLogo ?? logo,
        images: settings.images ?? pictures,
      };
      const ofSample = {
        ...settings,
        ...look,
        terms,
        sources: null,
        corrections: null,
        database,
        cacheFolder: folder,
      };
      // The workers read their settings from the environment.
      const environment = (): Environment => ({
        [SETTINGS.terms.variable]: termsText(terms),
        [SETTINGS.brandName.variable]: look.brandName,
        [SETTINGS.brandLogo.variable]: look.brandLogo,
        [SETTINGS.images.variable]: look.images,
        ...call.environment(),
      });
      return await serve(ofSample, { ...call, environment });
    } finally {
      await remove();
    }
  },
};

function tooFewFiles(limit: number): string {
  return `This process may open ${String(limit)} files and needs ${String(FILES_NEEDED)}. Raise the limit: ulimit -n, or LimitNOFILE in a systemd unit.`;
}

async function serve(settings: Settings, call: Call): Promise<number> {
  const { flags, warnings, reread, given, environment, host } = call;
  const stop = listenForStop();
  const log = await serviceLog(settings);
  for (const warning of warnings) log.warn(warning);
  const syncing = await scheduledSyncOf(settings, call, log);
  if (syncing === undefined && settings.sources !== null) return EXIT_STATUS.usage.status;
  const corrections = await watchOf(settings, log);
  process.once('exit', () => syncing?.kill());
  const onReady = (address: string): void => {
    printReady(address, log);
    corrections?.start();
    syncing?.start();
    for (const warning of addressWarnings(settings, address)) log.warn(warning);
    const unset = unsetAddresses(settings);
    if (unset !== undefined) log.info(unset);
  };
  const rereadAll = async (): Promise<readonly Problem[]> => {
    const read = await reread();
    if (!read.ok) return read.problems;
    corrections?.use(read.value);
    return [];
  };
  try {
    if (isOn(CREATE, flags)) await create(settings, log);
    return await serveAndSync(settings, {
      ...{ stop, log, syncing, onReady, environment, host, reread: rereadAll },
      doctor: doctorOf(settings, given, environment),
    });
  } finally {
    // The import of a run may hold the lock that corrections wait for.
    await syncing?.stop();
    await corrections?.stop();
  }
}

async function create({ database, cacheFolder }: Settings, log: Logger): Promise<void> {
  const { createStore } = await import('#store/open.ts');
  const { hasCopy } = await import('#replica/copy-folder.ts');
  // A database that is gone or away is served from its copy, which an empty catalogue would replace.
  if (hasCopy(database, cacheFolder)) return;
  if (await createStore(database)) log.info('no catalogue found; created an empty one (--create)');
}

async function serveAndSync(settings: Settings, serving: Serving): Promise<number> {
  const count = settings.workers ?? workersFor(cores(), memory());
  if (count === 1) return serveAlone(settings, serving);
  const { serveTogether } = await import('../workers/serve-together.ts');
  return serveTogether(settings, count, serving);
}

async function serveAlone(settings: Settings, { stop, log, syncing, onReady, doctor }: Serving): Promise<number> {
  const { startServer } = await import('#server/serve.ts');
  const { metricsText } = await import('#server/ops/metric-families.ts');
  onSighup(() => {
    syncing?.wake();
    log.warn('SIGHUP ignored: a single process cannot reload; restart it, or use --workers 2 or more');
  });
  const tracing = await tracingOf(settings, log);
  const lines = accessLines(settings, log);
  const server = await startServer(settings, log, {
    ...(lines && { writeAccess: (line) => lines.write(line) }),
    corrections: correctionsStatus(settings),
  });
  const told = async (): Promise<string> =>
    metricsText({ workers: new Map([[undefined, await server.samples()]]), own: syncing?.samples });
  const metrics = await openMetrics(settings, { metrics: told, doctor }, log);
  try {
    await Promise.race([server.ready, stop.asked]);
    if (!stop.signal.aborted) onReady(server.address);
    await stop.asked;
    void syncing?.stop();
    log.info('stopping: finishing requests in flight');
  } finally {
    await server.close();
    metrics?.close();
    await lines?.end();
    await tracing?.end();
  }
  return EXIT_STATUS.fine.status;
}

const STANDARD_OUTPUT = 1;

/**
 * Prints the address of the service. If that fails, because of a full disk or a closed pipe, the
 * service continues.
 */
function printReady(address: string, log: Logger): void {
  try {
    writeSync(STANDARD_OUTPUT, `Lectern is ready: ${address}\n`);
  } catch (error) {
    log.warn({ reason: String(error) }, 'cannot write to standard output');
  }
}
