import { join } from 'node:path';
import { EXIT_STATUS } from '../exit-status.ts';
import { isOn, valueOf, type Switch, type ValueOption } from '../settings/option.ts';
import { filePath } from '../settings/setting-values.ts';
import type { Migration } from '#store/migration.ts';
import type { Verb } from './verb.ts';

const BACKUP: ValueOption<string | null> = {
  flag: '--backup <folder>',
  description: 'Folder for the backup of a SQLite database.',
  default: null,
  defaultText: 'the folder of the database',
  read: filePath,
};

const SKIP_BACKUP: Switch = { flag: '--skip-backup', description: 'Do not write a backup first.' };

export const migrateVerb: Verb = {
  name: 'migrate',
  summary: "Bring a database's tables up to date with this version of Lectern.",
  details:
    'Runs all migrations in one transaction. Creates the tables if there are none, so that an empty catalogue can be served. Refuses a database of a newer version, and one of a build before the first release. Writes a backup before changing anything: for SQLite to a file, for PostgreSQL to another schema of the same database. Run it after installing a new version that asks for it, then restart the servers.',
  examples: ['lectern migrate', 'lectern migrate --database postgres://lectern@db.example.org/lectern'],
  arguments: {},
  settings: ['database'],
  options: [BACKUP, SKIP_BACKUP],
  run: async ({ settings: { database }, flags, host }) => {
    const { folderOf, migrateStore } = await import('#store/open.ts');
    const ownFolder = folderOf(database);
    let backup: string | undefined;
    const before = async (from: number): Promise<void> => {
      if (ownFolder !== undefined) backup = await backedUp(database, valueOf(BACKUP, flags) ?? ownFolder, from);
    };
    const migration = await migrateStore(database, isOn(SKIP_BACKUP, flags) ? {} : { before, keepTables: true });
    host.stdout.write(whatCame(migration) + whatIsKept(migration, backup));
    return EXIT_STATUS.fine.status;
  },
};

async function backedUp(database: string, folder: string, from: number): Promise<string> {
  const { stamp, writeBackupFile } = await import('../backup/backup-file.ts');
  const { copyDatabaseFile } = await import('#store/open.ts');
  const file = join(folder, `lectern-schema-${String(from)}-${stamp(new Date())}.db`);
  await writeBackupFile(file, (temporary) => copyDatabaseFile(database, temporary));
  return file;
}

function whatCame({ from, to }: Migration): string {
  if (from === to) return `Nothing to do: the database has schema ${String(to)}, the one this version uses.\n`;
  if (from === 0) return `Created the tables, schema ${String(to)}. The catalogue is empty.\n`;
  return `Migrated the database from schema ${String(from)} to schema ${String(to)}.\n`;
}

function whatIsKept({ kept }: Migration, backup: string | undefined): string {
  if (kept !== undefined) return `Backup: the schema ${kept} in the same database.\n`;
  return backup === undefined ? '' : `Backup: ${backup}\n`;
}
