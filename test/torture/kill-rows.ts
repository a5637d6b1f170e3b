import { AssertionError } from 'node:assert';
import type { Engine } from '../../bench/fairness/benchmark.ts';
import { Random } from '../../bench/harness/random.ts';
import { inPlace } from './kill-places.ts';
import { killOften, type Count } from './kills.ts';
import type { Row } from './row.ts';

/** Kills of each of four commands. */
const TIMES = 10;

export function kills(engine: Engine, name: string): Row {
  return {
    name,
    what: `kill -9 in import, sync, migrate, serve, ${String(4 * TIMES)} times, ${engine}`,
    reach: 'nothing lost, nothing half done, same responses afterwards',
    run: async (seed) => {
      try {
        const counts = await inPlace(engine, (place) => killOften(place, TIMES, new Random(seed)));
        return { isReached: true, figures: [...counts].map(figure).join(', ') };
      } catch (error) {
        if (!(error instanceof AssertionError)) throw error;
        return { isReached: false, figures: error.message };
      }
    },
  };
}

function figure([command, { killed, done }]: readonly [string, Count]): string {
  const killings = `${command} ${String(killed)}`;
  return command === 'serve' ? killings : `${killings} (${String(done)} after its work was done)`;
}
