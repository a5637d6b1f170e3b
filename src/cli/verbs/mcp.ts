import { EXIT_STATUS } from '../exit-status.ts';
import { serviceLog } from '../log.ts';
import { listenForStop } from '../stop.ts';
import type { Verb } from './verb.ts';

export const mcpVerb: Verb = {
  name: 'mcp',
  summary: 'Serve an assistant on this machine (Model Context Protocol).',
  details:
    'Put this command into the configuration of an assistant, which then starts it: it reads requests from standard input and answers on standard output until the input ends. It gives the assistant tools to search talks, read one, list departments and series, and find names; it changes nothing. Logs to standard error: lines for people on a terminal, otherwise JSON, one object per line (--log-format). Imports by other processes show within two seconds.',
  examples: [
    'lectern mcp --database sqlite:/srv/talks.db --base-url https://talks.example.org',
    'lectern mcp --database postgres://lectern@db.example.org/talks --base-url https://talks.example.org',
  ],
  arguments: {},
  settings: [
    'database',
    'cacheFolder',
    'baseUrl',
    'timeZone',
    'maximumCount',
    'untitled',
    'brandName',
    'logLevel',
    'logFormat',
  ],
  options: [],
  logs: true,
  run: async ({ settings, warnings, host }) => {
    const stop = listenForStop();
    const log = await serviceLog(settings);
    for (const warning of warnings) log.warn(warning);
    if (settings.baseUrl === null)
      log.warn('addresses of talks begin with http://127.0.0.1:8080: set --base-url to the address that readers use');
    const { serveStdio } = await import('#server/mcp/stdio-server.ts');
    await serveStdio(settings, { input: host.stdin, output: host.stdout, log, stop: stop.signal });
    return EXIT_STATUS.fine.status;
  },
};
