import { dirname, join, resolve } from 'node:path';
import { EXIT_STATUS } from '../exit-status.ts';
import { asked } from '../reports/consent.ts';
import { reportForgotten } from '../reports/forget-report.ts';
import { showProgress } from '../reports/progress.ts';
import { counted } from '../reports/report.ts';
import { isOn, type Switch } from '../settings/option.ts';
import type { Settings } from '../settings/settings.ts';
import { withoutPassword } from '../settings/setting-values.ts';
import type { Host } from '../host.ts';
import { stoppable, type Stop } from '../stop.ts';
import type { Verb } from './verb.ts';
import { tellWaiting } from '../with-store.ts';

const YES: Switch = { flag: '--yes', description: 'Replace a catalogue without asking.' };

const SKIP_BACKUP: Switch = {
  flag: '--skip-backup',
  description: 'Do not back up the catalogue that is replaced.',
};

export const restoreVerb: Verb = {
  name: 'restore',
  summary: 'Replace the contents of the database with a backup.',
  details:
    'Verifies the whole backup, then replaces the catalogue in one transaction and restores the state of its sources. The corrections file, if there is one, is applied again. Asks before replacing a catalogue (without a terminal, --yes is needed), and first writes a backup of it beside the one to restore. Servers keep running, and show the restored catalogue within a second. A backup of an older version of Lectern is migrated; one of a newer version is refused.',
  examples: [
    'lectern restore /var/backups/lectern/lectern-2027-01-31T031000Z.db',
    'lectern restore --yes --database postgres://lectern@db.example.org/lectern lectern.db',
  ],
  arguments: { '<file>': 'the backup' },
  settings: ['database', 'timeZone', 'corrections'],
  options: [YES, SKIP_BACKUP],
  run: ({ files: [path = ''], flags, settings, host }) =>
    stoppable(
      host,
      (stop) =>
        restore(resolve(path), {
          database: settings.database,
          settings,
          isSure: isOn(YES, flags),
          isUnsaved: isOn(SKIP_BACKUP, flags),
          stop,
          host,
        }),
      'Stopped. Nothing was changed.\n',
    ),
};

interface Request {
  readonly database: string;
  readonly settings: Pick<Settings, 'corrections' | 'timeZone'>;
  readonly isSure: boolean;
  readonly isUnsaved: boolean;
  readonly stop: Stop;
  readonly host: Host;
}

async function restore(path: string, request: Request): Promise<number> {
  const { database, isSure, isUnsaved, stop, host } = request;
  // Before asking.
  await requireBackup(path);
  const held = await heldIn(database);
  if (held !== 'nothing') {
    if (!isSure) {
      const where = withoutPassword(database);
      const isAgreed = await asked(host, `Replace the catalogue at ${where} with that of ${path}?`, stop.signal);
      if (isAgreed !== true) {
        host.stderr.write(isAgreed === undefined ? NOT_ASKED : 'Nothing was changed.\n');
        return isAgreed === undefined ? EXIT_STATUS.usage.status : EXIT_STATUS.failed.status;
      }
    }
    const status = held === 'newer' || isUnsaved ? undefined : await saveBefore(path, request);
    if (status !== undefined) return status;
  }
  return replace(path, request, held === 'newer');
}

const NOT_ASKED =
  'The database holds a catalogue, and there is no terminal to ask whether to replace it. Give --yes to replace it.\nNothing was changed.\n';

/**
 * @throws StoreUnavailable, or an error of the file system, if there is no backup that this version
 * can read
 */
async function requireBackup(path: string): Promise<void> {
  const { stat } = await import('node:fs/promises');
  const { isOutdatedFile } = await import('#store/open.ts');
  await stat(path);
  await isOutdatedFile(path);
}

/** `something`: includes what cannot be read. `newer`: the catalogue of a newer version. */
async function heldIn(database: string): Promise<'nothing' | 'something' | 'newer'> {
  const { openStore } = await import('#store/open.ts');
  const { NewerCatalogue, NoCatalogue, StoreUnavailable } = await import('#store/store.ts');
  try {
    const store = await openStore(database, { mode: 'read' });
    await store.close();
    return 'something';
  } catch (error) {
    if (error instanceof NoCatalogue) return 'nothing';
    if (error instanceof NewerCatalogue) return 'newer';
    if (error instanceof StoreUnavailable) return 'something';
    throw error;
  }
}

/**
 * This version can neither read nor replace what a newer version wrote, so it is moved away.
 * Returns a function that undoes that.
 */
export async function setNewerAside(database: string, host: Pick<Host, 'stdout'>): Promise<() => Promise<void>> {
  const { stamp } = await import('../backup/backup-file.ts');
  const { setAside } = await import('#store/open.ts');
  const { where, putBack } = await setAside(database, `newer-${stamp(new Date())}`);
  host.stdout.write(`${where}: what the newer version of Lectern wrote.\n`);
  return async () => {
    // The failure may have come after the backup was in place.
    if ((await heldIn(database)) !== 'nothing') return;
    await putBack();
    host.stdout.write('It has been moved back.\n');
  };
}

/** Writes a backup of what will be replaced. Undefined on success. */
async function saveBefore(path: string, { database, stop, host }: Request): Promise<number | undefined> {
  const { stamp } = await import('../backup/backup-file.ts');
  const { writeBackup } = await import('../backup/write-backup.ts');
  const file = join(dirname(path), `lectern-before-restore-${stamp(new Date())}.db`);
  const progress = await showProgress(host, 'backing up');
  try {
    const report = await writeBackup(database, file, { signal: stop.signal, onRecords: progress.count });
    progress.stop();
    if (report.outcome === 'written') {
      host.stdout.write(`${file}: backup of the previous catalogue.\n`);
      return undefined;
    }
    host.stderr.write(
      `The existing catalogue is damaged, and cannot be backed up: ${report.what}\nTo replace it anyway, use --skip-backup. Nothing was changed.\n`,
    );
    return EXIT_STATUS.failed.status;
  } finally {
    progress.stop();
  }
}

async function replace(path: string, { database, settings, stop, host }: Request, isNewer: boolean): Promise<number> {
  const { restoreBackup } = await import('../backup/restore-backup.ts');
  const { applyFile } = await import('../corrections/apply-file.ts');
  const progress = await showProgress(host, 'restoring');
  try {
    const report = await restoreBackup(path, database, {
      signal: stop.signal,
      onRecords: progress.count,
      onWait: (source) => host.stderr.write(`The source “${source}” is being read; waiting for it to finish.\n`),
      onImport: () => tellWaiting(host),
      correct: (store) => applyFile(store, settings, host),
      ...(isNewer && { onWhole: () => setNewerAside(database, host) }),
    });
    progress.stop();
    switch (report.outcome) {
      case 'restored':
        host.stdout.write(`Restored ${counted(report.records, 'record')}.\n`);
        reportForgotten(host, report);
        host.stdout.write(correctionsLine(report, settings.corrections));
        return EXIT_STATUS.fine.status;
      case 'damaged':
        host.stderr.write(`The backup is damaged: ${report.what}\nRestore another one. Nothing was changed.\n`);
        return EXIT_STATUS.failed.status;
      case 'different':
        host.stderr.write(
          'Restored, but the catalogue differs from the backup. If something was imported meanwhile, restore again; otherwise, please report it.\n',
        );
        return EXIT_STATUS.failed.status;
    }
  } finally {
    progress.stop();
  }
}

/** '' if the corrections have not changed. */
function correctionsLine(
  { corrected, uncorrected }: { readonly corrected: number | undefined; readonly uncorrected: number },
  path: string | null,
): string {
  if (uncorrected === 0) return '';
  if (corrected !== undefined) return `${path ?? ''} applied: ${counted(corrected, 'talk')} corrected.\n`;
  const what = `${counted(uncorrected, 'talk')} ${uncorrected === 1 ? 'was corrected before, and is' : 'were corrected before, and are'} now as in the backup.`;
  return `${what} To apply a corrections file again, save it while lectern serve runs, or import something.\n`;
}
