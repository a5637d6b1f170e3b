import { EXIT_STATUS } from '../exit-status.ts';
import { showProgress } from '../reports/progress.ts';
import { counted } from '../reports/report.ts';
import { valueOf, type ValueOption } from '../settings/option.ts';
import { integer } from '../settings/setting-values.ts';
import type { Host } from '../host.ts';
import { stoppable, type Stop } from '../stop.ts';
import type { Verb } from './verb.ts';

const KEEP: ValueOption<number | null> = {
  flag: '--keep <number>',
  description: 'In a folder: keep this many backups, and remove older ones once the new one is verified.',
  default: null,
  defaultText: 'all',
  read: integer(1, 100_000),
};

export const backupVerb: Verb = {
  name: 'backup',
  summary: 'Write a backup of the database, and verify it.',
  details:
    'Writes a consistent snapshot of the whole database to a SQLite file, even while it is served or an import runs: under a timestamped name in a folder, or to a new file. Reads all of it back before the file appears. “lectern restore” restores it, into SQLite or PostgreSQL, and “lectern serve --database sqlite:FILE” shows what is in it.',
  examples: ['lectern backup /var/backups/lectern --keep 30', 'lectern backup before-the-move.db'],
  arguments: { '<path>': 'folder for the backup, or the path of a new file' },
  settings: ['database'],
  options: [KEEP],
  run: ({ files: [path = ''], flags, settings, host }) =>
    stoppable(
      host,
      (stop) => backUp(path, { database: settings.database, keep: valueOf(KEEP, flags), stop, host }),
      'Stopped. No backup was written.\n',
    ),
};

interface Request {
  readonly database: string;
  readonly keep: number | null;
  readonly stop: Stop;
  readonly host: Host;
}

async function backUp(path: string, { database, keep, stop, host }: Request): Promise<number> {
  const { backupPath, removeOldBackups } = await import('../backup/backup-file.ts');
  const { writeBackup } = await import('../backup/write-backup.ts');
  const file = await backupPath(path, new Date());
  if (file === undefined || (keep !== null && file === path)) {
    host.stderr.write(file === undefined ? thereAlready(path) : keepsNothing(path));
    return EXIT_STATUS.usage.status;
  }
  const progress = await showProgress(host, 'backing up');
  try {
    const report = await writeBackup(database, file, { signal: stop.signal, onRecords: progress.count });
    progress.stop();
    if (report.outcome === 'damaged') {
      host.stderr.write(
        `The database is damaged: ${report.what}\nNo backup was written or removed. List all damage with: lectern check\n`,
      );
      return EXIT_STATUS.failed.status;
    }
  } finally {
    progress.stop();
  }
  host.stdout.write(`${file}: backup written and verified.\n`);
  if (keep === null) return EXIT_STATUS.fine.status;
  const old = await removeOldBackups(file, keep);
  if (old.length > 0) host.stdout.write(`Removed ${counted(old.length, 'older backup')}.\n`);
  return EXIT_STATUS.fine.status;
}

function thereAlready(path: string): string {
  return `${path} already exists. Name a folder, or a file that does not exist.\nNothing was changed.\n`;
}

function keepsNothing(path: string): string {
  return `--keep needs a folder, and ${path} is not one. Create the folder, or leave out --keep.\nNothing was changed.\n`;
}
