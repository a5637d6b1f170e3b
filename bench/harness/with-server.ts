import type { Bench } from '../benchmark.ts';
import { importedCatalogue, type Imported } from './catalogue.ts';
import { serveLectern, type MeasuredProcess, type ServeOptions } from './measured-process.ts';
import type { Load } from './load.ts';

/** Starts Lectern, calls a function with it and stops it. */
export async function withServer<T>(
  load: Load,
  options: ServeOptions,
  act: (server: MeasuredProcess) => Promise<T>,
): Promise<T> {
  return whileServing(load, await serveLectern(options), act);
}

/** Calls a function with a server and then stops the server. */
export async function whileServing<T>(
  load: Load,
  server: MeasuredProcess,
  act: (server: MeasuredProcess) => Promise<T>,
): Promise<T> {
  try {
    return await act(server);
  } finally {
    await load.forget(server.port);
    await server.stop();
  }
}

/** Calls a function for each size, with a Lectern that serves a catalogue of that size. */
export async function withEachSize(
  bench: Bench,
  act: (server: MeasuredProcess, catalogue: Imported) => Promise<void>,
): Promise<void> {
  for (const talks of bench.sizes) {
    const catalogue = await importedCatalogue(talks);
    await withServer(bench.load, catalogue, (server) => act(server, catalogue));
  }
}
