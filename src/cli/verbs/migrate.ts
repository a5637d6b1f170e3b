import { EXIT_STATUS } from '../exit-status.ts';
import type { Verb } from './verb.ts';

export const migrateVerb: Verb = {
  name: 'migrate',
  summary: "Bring a database's tables up to date with this version of Lectern.",
  details:
    'Does all steps in one transaction, or none. Creates the tables if there are none, so that an empty catalogue can be served. A database of a newer version is refused. Run it after installing a new version that asks for it, then restart the servers.',
  examples: ['lectern migrate', 'lectern migrate --database postgres://lectern@db.example.org/lectern'],
  arguments: {},
  settings: ['database'],
  options: [],
  run: async ({ settings }) => {
    const { migrateStore } = await import('#store/open.ts');
    const { from, to } = await migrateStore(settings.database);
    process.stdout.write(`${whatCame(from, to)}\n`);
    return EXIT_STATUS.fine.status;
  },
};

function whatCame(from: number, to: number): string {
  if (from === to) return `Nothing to do: the database has schema ${String(to)}, the one this version uses.`;
  if (from === 0) return `Created the tables, schema ${String(to)}. The catalogue is empty.`;
  return `Migrated the database from schema ${String(from)} to schema ${String(to)}.`;
}
