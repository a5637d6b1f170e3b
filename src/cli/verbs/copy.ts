import { EXIT_STATUS } from '../exit-status.ts';
import { showProgress } from '../reports/progress.ts';
import { counted, people, settingLine } from '../reports/report.ts';
import { databaseAddress } from '../settings/setting-values.ts';
import { stoppable } from '../stop.ts';
import { tellWaiting, withStore } from '../with-store.ts';
import { isOn, type Switch } from '../settings/option.ts';
import type { CopyReport } from '#harvest/copy-catalogue.ts';
import type { Host } from '../host.ts';
import type { Verb } from './verb.ts';

const REPLACE: Switch = {
  flag: '--replace',
  description: 'Replace the catalogue in the second database.',
};

export const copyVerb: Verb = {
  name: 'copy',
  summary: 'Copy the catalogue from one database to another.',
  details:
    'Reads a consistent snapshot of the catalogue, even while it is served or an import runs, and writes it to the second database, all or nothing. Then exports both and compares them. Either may be SQLite or PostgreSQL. Pass a password as PGPASSWORD rather than in the address, which other users of the machine can see.',
  examples: [
    'lectern copy sqlite:lectern.db postgres://lectern@db.example.org/lectern',
    'lectern copy --replace postgres://lectern@db.example.org/lectern sqlite:copy.db',
  ],
  arguments: {
    '<from>': 'address of the database to copy, as --database takes it',
    '<to>': 'address of the database to write to',
  },
  settings: [],
  options: [REPLACE],
  run: async ({ files: [from = '', to = ''], flags, host }) => {
    const problems = [databaseAddress(from, 'from'), databaseAddress(to, 'to')].flatMap((address) =>
      address.ok ? [] : address.problems,
    );
    for (const problem of problems) host.stderr.write(`${settingLine(problem)}\n`);
    if (problems.length > 0) return EXIT_STATUS.usage.status;
    return stoppable(
      host,
      async ({ signal }) => reported(host, await copy(from, to, { replace: isOn(REPLACE, flags), signal, host })),
      'Stopped. Nothing was changed.\n',
    );
  },
};

interface Request {
  readonly replace: boolean;
  readonly signal: AbortSignal;
  readonly host: Host;
}

async function copy(from: string, to: string, { replace, signal, host }: Request): Promise<CopyReport> {
  const { copyCatalogue } = await import('#harvest/copy-catalogue.ts');
  const { recordLine } = await import('#representations/catalogue-file-writer.ts');
  return withStore(from, 'read', async (source) => {
    const progress = await showProgress(host, 'copying');
    const options = {
      replace,
      now: new Date(),
      line: recordLine,
      signal,
      onProgress: progress.count,
      onWait: () => tellWaiting(host),
    };
    try {
      return await withStore(to, 'write', (target) => copyCatalogue(source, target, options));
    } finally {
      progress.stop();
    }
  });
}

function same({ forgotten }: { readonly forgotten: number }): string {
  if (forgotten === 0) return 'Both exports are the same';
  return `Left out ${people(forgotten)} who had been forgotten; otherwise both exports are the same`;
}

function reported(host: Host, report: CopyReport): number {
  switch (report.outcome) {
    case 'copied':
      host.stdout.write(`Copied ${counted(report.records, 'record')}. ${same(report)} (SHA-256 ${report.digest}).\n`);
      return EXIT_STATUS.fine.status;
    case 'not-empty':
      host.stderr.write(
        'The second database already contains a catalogue. Name an empty one, or replace its catalogue with --replace.\nNothing was changed.\n',
      );
      return EXIT_STATUS.failed.status;
    case 'different':
      host.stderr.write(
        'Copied, but the two exports differ. If something was imported into the second database meanwhile, copy again with --replace; otherwise, please report it.\n',
      );
      return EXIT_STATUS.failed.status;
  }
}
