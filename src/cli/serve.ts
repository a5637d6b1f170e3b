import { EXIT_STATUS } from './exit-status.js';
import { SETTING_NAMES } from './settings.js';
import { listenForStop } from './stop.js';
import { isOn } from './verb.js';
import type { Settings } from './settings.js';
import type { Switch, Verb } from './verb.js';

const SAMPLE: Switch = {
  flag: '--sample',
  description: 'Serve a made-up catalogue from a temporary database; no other database is touched.',
};

export const serveVerb: Verb = {
  name: 'serve',
  summary: 'Serve the catalogue over HTTP.',
  details:
    'Prints the address to open on standard output when every question can be answered, and logs to standard error, one JSON object a line. Imports by other processes are seen within two seconds. SIGTERM or SIGINT lets requests in flight finish, then it ends with status 0.',
  examples: [
    'lectern serve --sample',
    'lectern serve --database sqlite:/srv/talks.db --host 0.0.0.0 --base-url https://talks.example.org',
  ],
  argument: '',
  argumentHelp: '',
  settings: SETTING_NAMES,
  options: [SAMPLE],
  run: async ({ flags, settings }) => {
    if (!isOn(SAMPLE, flags)) return serve(settings);
    if (typeof flags.database === 'string') {
      process.stderr.write(
        '--sample: A sample is served from a database of its own. Leave out --database, or --sample.\n',
      );
      return EXIT_STATUS.usage.status;
    }
    const { makeSampleStore } = await import('./sample-store.js');
    const { database, folder, remove } = await makeSampleStore(settings.timeZone, new Date());
    try {
      return await serve({ ...settings, database, cacheFolder: settings.cacheFolder ?? folder });
    } finally {
      await remove();
    }
  },
};

async function serve(settings: Settings): Promise<number> {
  const stop = listenForStop();
  const stopped = new Promise<void>((resolve) => {
    stop.signal.addEventListener('abort', () => {
      resolve();
    });
  });
  const { startServer } = await import('#server/serve.js');
  const { pino } = await import('pino');
  const log = pino({ level: settings.logLevel }, pino.destination(2));
  const server = await startServer(settings, log);
  try {
    await Promise.race([server.ready, stopped]);
    if (!stop.signal.aborted) process.stdout.write(`Lectern is ready: ${server.address}\n`);
    await stopped;
    log.info('stopping: requests in flight may finish');
  } finally {
    await server.close();
  }
  return EXIT_STATUS.fine.status;
}
