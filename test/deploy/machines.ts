import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lectern } from '../support/process/command.ts';
import { NO_ASSISTANTS } from '../support/mcp/mcp-installed.ts';
import { serveLectern, type ServingProcess } from '../support/process/lectern-process.ts';
import { Wire } from './wire.ts';

/** The base address of every link, independent of the request. */
const BASE_URL = 'https://talks.example.org';

// All requests through a front come from one client address, in quick succession.
const ARGUMENTS = ['--base-url', BASE_URL, '--rate-limit', 'off', '--mcp', NO_ASSISTANTS === false ? 'on' : 'off'];

/** Two Lecterns with one catalogue, each behind a `Wire`. */
export interface Machines {
  readonly wires: readonly [Wire, Wire];
  /** The catalogue file that they serve. */
  readonly catalogue: string;
  /** Port of a Lectern without a front, whose responses are the expected ones. */
  readonly direct: number;
  /** All requests through the wires except health checks. */
  readonly questions: () => Wire['questions'];
  import(...args: readonly string[]): Promise<void>;
  /** Resets both wires. */
  mend(): Promise<void>;
  stop(): Promise<void>;
}

/** @param folder empty, for the database */
export async function startMachines(folder: string): Promise<Machines> {
  const database = `sqlite:${join(folder, 'talks.db')}`;
  const catalogue = join(folder, 'catalogue.ndjson');
  const sample = await lectern(['sample', '--talks', '300', '--seed', '7']);
  if (sample.status !== 0) throw new Error(`lectern sample failed: ${sample.stderr}`);
  await writeFile(catalogue, sample.stdout);
  const importing = async (...args: readonly string[]): Promise<void> => {
    const { status, stderr } = await lectern(['import', '--database', database, ...args]);
    if (status !== 0) throw new Error(`the import failed: ${stderr}`);
  };
  await importing(catalogue);
  const serving: ServingProcess[] = [];
  for (let i = 0; i < 2; i += 1) serving.push(await serveLectern(database, ARGUMENTS));
  const [first = 0, second = 0] = serving.map(({ port }) => port);
  const wires = [await Wire.to(first), await Wire.to(second)] as const;
  return {
    wires,
    catalogue,
    direct: first,
    questions: () => wires.flatMap(({ questions }) => questions),
    import: importing,
    mend: async () => {
      for (const wire of wires) {
        wire.condition = 'well';
        wire.rewriting = {};
        await wire.connect();
      }
    },
    stop: async () => {
      for (const wire of wires) await wire.cut();
      for (const process of serving) await process.kill();
    },
  };
}
