import type { ImportReport } from '#harvest/import-catalogue.ts';
import { EXIT_STATUS } from '../exit-status.ts';
import { serviceLog } from '../log.ts';
import { showProgress } from '../reports/progress.ts';
import { countsTable, printable, problemReport } from '../reports/report.ts';
import { entriesReport, sourceReport } from '../reports/source-report.ts';
import { fetcherOf } from '../settings/fetching.ts';
import { INPUT_HELP, inputsOf } from '../settings/inputs.ts';
import { MAX_PROBLEMS, valueOf } from '../settings/option.ts';
import { READING_OPTIONS, sourceOptionsOf } from '../settings/source-options.ts';
import { stoppable, type Stop } from '../stop.ts';
import type { TemporaryStore } from '../with-store.ts';
import type { Call, Verb } from './verb.ts';

export const previewVerb: Verb = {
  name: 'preview',
  summary: 'Preview the pages of some files before importing them.',
  details:
    'Imports files into a temporary, empty database, and serves the pages at an address that only this machine can reach. Prints what was guessed and left out; a page for each source shows it too. Ctrl-C ends the preview and leaves nothing behind.',
  examples: ['lectern preview talks.csv', 'lectern preview --map title=Subject https://optics.example.org/talks.ics'],
  arguments: { '<files...>': INPUT_HELP },
  settings: ['timeZone', 'year', 'statusWords', 'speakersInText', 'allowHost', 'contact'],
  options: [MAX_PROBLEMS, ...READING_OPTIONS],
  run: (call) => {
    const { host, settings } = call;
    return stoppable(host, async (stop) => {
      const { makePreviewStore } = await import('../preview-store.ts');
      const place = await makePreviewStore();
      try {
        const report = await imported(call, place, stop);
        host.stderr.write(entriesReport(report));
        if (!report.ok) {
          host.stderr.write(problemReport(report.problems, report.more));
          return EXIT_STATUS.failed.status;
        }
        host.stdout.write(`${sourceReport(report, settings.timeZone)}${countsTable(report.counts)}\n`);
        return await serve(call, place, { stop, sources: report.sources.map(({ source }) => source) });
      } finally {
        await place.remove();
      }
    });
  },
};

async function imported(
  { files, flags, settings, host }: Call,
  place: TemporaryStore,
  { signal }: Stop,
): Promise<ImportReport> {
  const { importForPreview } = await import('../preview-store.ts');
  const fetcher = await fetcherOf(settings);
  const inputs = await inputsOf(files, host, { fetcher, cacheFolder: place.folder, signal });
  const now = new Date();
  const progress = await showProgress(host, 'reading');
  try {
    const request = {
      inputs,
      now,
      signal,
      problemLimit: valueOf(MAX_PROBLEMS, flags),
      sources: sourceOptionsOf(flags, settings, now),
      onProgress: progress.update,
    };
    return await importForPreview(place, request, settings.timeZone);
  } finally {
    progress.stop();
    fetcher.close();
  }
}

interface Serving {
  readonly stop: Stop;
  /** Names. */
  readonly sources: readonly string[];
}

/** On any free port, so that it can run beside a service. */
async function serve({ settings, host }: Call, place: TemporaryStore, { stop, sources }: Serving): Promise<number> {
  const { startServer } = await import('#server/serve.ts');
  const { database, folder: cacheFolder } = place;
  const log = await serviceLog({ logLevel: 'error', logFormat: 'auto' });
  const server = await startServer({ ...settings, database, cacheFolder, host: '127.0.0.1', port: 0 }, log);
  try {
    await Promise.race([server.ready, stop.asked]);
    if (!stop.signal.aborted) host.stdout.write(addressLines(server.address, sources));
    await stop.asked;
  } finally {
    await server.close();
  }
  return EXIT_STATUS.fine.status;
}

function addressLines(address: string, sources: readonly string[]): string {
  const pages = sources.map((name) => `  “${name}”: ${address}/status/sources/${encodeURIComponent(name)}\n`);
  return printableLines(`Preview: ${address}\n${pages.join('')}Nothing was imported. Ctrl-C ends the preview.\n`);
}

function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}
