import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lectern } from '../support/process/command.ts';
import { NO_ASSISTANTS } from '../support/mcp/mcp-installed.ts';
import { serveLectern, type ServingProcess } from '../support/process/lectern-process.ts';
import { Wire } from './wire.ts';

/** The address that every link begins with, whatever a request says. */
export const BASE_URL = 'https://talks.example.org';

// A front asks in the name of one reader, and as fast as it can.
const ARGUMENTS = ['--base-url', BASE_URL, '--rate-limit', 'off', '--mcp', NO_ASSISTANTS === false ? 'on' : 'off'];

/** Two Lecterns with one catalogue, each at the end of a wire. */
export interface Machines {
  readonly wires: readonly [Wire, Wire];
  /** Catalogue file of what they serve. */
  readonly catalogue: string;
  /** Port of a Lectern that no front knows: what it answers is what a reader is to get. */
  readonly direct: number;
  /** Everything but health checks that came through the wires. */
  readonly questions: () => Wire['questions'];
  import(...args: readonly string[]): Promise<void>;
  /** Both wires as at the start. */
  mend(): Promise<void>;
  stop(): Promise<void>;
}

/** @param folder an empty one, for the database */
export async function startMachines(folder: string): Promise<Machines> {
  const database = `sqlite:${join(folder, 'talks.db')}`;
  const catalogue = join(folder, 'catalogue.ndjson');
  await writeFile(catalogue, (await lectern(['sample', '--talks', '300', '--seed', '7'])).stdout);
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
