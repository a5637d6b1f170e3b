import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noteSources } from '../support/catalogue/source-states.ts';
import { lectern } from '../support/process/command.ts';
import { serveLectern } from '../support/process/lectern-process.ts';

/** `lectern serve` with a catalogue of its own, for a browser. */
export interface Site {
  /** `http://127.0.0.1:port`, which is also its base address. */
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts a site that also has the states of some sources. @param catalogue text of a catalogue file */
export async function startSite(catalogue: string, settings: readonly string[] = []): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-site-'));
  const database = `sqlite:${join(folder, 'talks.db')}`;
  try {
    const imported = await lectern(['import', '-', '--database', database], { input: catalogue });
    if (imported.status !== 0) throw new Error(`the import failed: ${imported.stderr}`);
    await noteSources(database);
    const server = await serveLectern(database, settings);
    return {
      origin: `http://127.0.0.1:${server.port}`,
      stop: async () => {
        // On SIGTERM it reports its coverage.
        server.process.kill('SIGTERM');
        await server.finished;
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
