import type { Bench } from '../benchmark.ts';
import { importedCatalogue, type Imported } from './catalogue.ts';
import { serveLectern, type MeasuredProcess } from './measured-process.ts';

/** Calls a function with Lectern serving a catalogue, for each size in turn. */
export async function withEachSize(
  bench: Bench,
  act: (server: MeasuredProcess, catalogue: Imported) => Promise<void>,
): Promise<void> {
  for (const talks of bench.sizes) {
    const catalogue = await importedCatalogue(talks);
    const server = await serveLectern(catalogue);
    try {
      await act(server, catalogue);
    } finally {
      await bench.load.forget(server.port);
      await server.stop();
    }
  }
}
