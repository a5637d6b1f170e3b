import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '../../bench/fairness/benchmark.ts';
import { earlierPostgresSql, makeEarlierSqlite } from '../store/earlier-schema.ts';
import { importBefore } from '../store/migrated-catalogue.ts';
import { postgresServer } from '../support/postgres/server.ts';

/** Where commands are killed. */
export interface KillPlace {
  readonly folder: string;
  /** Makes an empty database, and returns its address. */
  readonly database: () => Promise<string>;
  /** Makes a database of the first schema with the rows of `importBefore`, and returns its address. */
  readonly earlier: () => Promise<string>;
}

/** Runs `act` in a new place, which is removed afterwards. */
export async function inPlace<T>(engine: Engine, act: (place: KillPlace) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-kills-'));
  try {
    return await (engine === 'sqlite' ? act(ofFiles(folder)) : onServer(folder, act));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function ofFiles(folder: string): KillPlace {
  let count = 0;
  const path = (): string => join(folder, `${String(count++)}.db`);
  const database = (): Promise<string> => Promise.resolve(`sqlite:${path()}`);
  const earlier = async (): Promise<string> => {
    const [made, old] = [path(), path()];
    await importBefore(`sqlite:${made}`);
    makeEarlierSqlite(old, made, 1);
    return `sqlite:${old}`;
  };
  return { folder, database, earlier };
}

async function onServer<T>(folder: string, act: (place: KillPlace) => Promise<T>): Promise<T> {
  const server = await postgresServer({ version: 18 });
  const database = async (): Promise<string> => (await server.database()).address;
  const earlier = async (): Promise<string> => {
    const { address, name } = await server.database();
    await importBefore(address);
    await server.query(earlierPostgresSql(server.user), name);
    return address;
  };
  try {
    return await act({ folder, database, earlier });
  } finally {
    await server.remove();
  }
}
