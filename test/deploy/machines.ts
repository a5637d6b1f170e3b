import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after } from 'node:test';
import { temporaryFolder } from '../support/folder.ts';
import { Lazy } from '../support/lazy.ts';
import { lectern } from '../support/process/command.ts';
import { NO_ASSISTANTS } from '../support/mcp/mcp-installed.ts';
import { serveLectern, type ServingProcess } from '../support/process/lectern-process.ts';
import { Wire } from './wire.ts';

/** The base address of every link, independent of the request. */
const BASE_URL = 'https://talks.example.org';

// All requests through a front come from one client address, in quick succession.
const ARGUMENTS = ['--base-url', BASE_URL, '--rate-limit', 'off', '--mcp', NO_ASSISTANTS === false ? 'on' : 'off'];

/** One or more Lecterns with one catalogue. */
export interface Lecterns {
  /** The catalogue file that they serve. */
  readonly catalogue: string;
  readonly ports: readonly number[];
  import(...args: readonly string[]): Promise<void>;
}

/** Lecterns that start on first use and are stopped after the tests. */
export function lecterns(count: number): Lazy<Lecterns> {
  const folder = temporaryFolder();
  const serving: ServingProcess[] = [];
  after(async () => {
    for (const process of serving) await process.kill();
  });
  return new Lazy(async () => {
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
    for (let i = 0; i < count; i += 1) serving.push(await serveLectern(database, ARGUMENTS));
    return { catalogue, ports: serving.map(({ port }) => port), import: importing };
  });
}

/** Two machines, each a `Wire` to a Lectern, or both to the same one: a front cannot tell, if all have equal responses. */
export interface Machines extends Lecterns {
  readonly wires: readonly [Wire, Wire];
  /** Port of a Lectern without a front, whose responses are the expected ones. */
  readonly direct: number;
  /** All requests through the wires except health checks. */
  readonly questions: () => Wire['questions'];
  /** Resets both wires. */
  mend(): Promise<void>;
  stop(): Promise<void>;
}

export async function startMachines(behind: Lecterns): Promise<Machines> {
  const [first = 0, second = first] = behind.ports;
  const wires = [await Wire.to(first), await Wire.to(second)] as const;
  return {
    ...behind,
    wires,
    direct: first,
    questions: () => wires.flatMap(({ questions }) => questions),
    mend: async () => {
      for (const wire of wires) {
        wire.condition = 'well';
        wire.rewriting = {};
        await wire.connect();
      }
    },
    stop: async () => {
      for (const wire of wires) await wire.cut();
    },
  };
}
