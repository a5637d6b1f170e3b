import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '../../bench/fairness/benchmark.ts';
import { postgresServer } from '../support/postgres/server.ts';

/** Where commands are killed. */
export interface KillPlace {
  readonly folder: string;
  /** Makes an empty database, and returns its address. */
  readonly database: () => Promise<string>;
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
  return { folder, database: () => Promise.resolve(`sqlite:${join(folder, `${String(count++)}.db`)}`) };
}

async function onServer<T>(folder: string, act: (place: KillPlace) => Promise<T>): Promise<T> {
  const server = await postgresServer({ version: 18 });
  const database = async (): Promise<string> => (await server.database()).address;
  try {
    return await act({ folder, database });
  } finally {
    await server.remove();
  }
}
