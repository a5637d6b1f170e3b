import { describe, it } from 'node:test';
import { Random } from '../../bench/harness/random.ts';
import { NO_POSTGRES } from '../support/postgres/shared.ts';
import { inPlace } from '../torture/kill-places.ts';
import { killOften } from '../torture/kills.ts';

/** Kills of each command, at a moment that every run of the tests draws anew. `npm run torture` kills more often. */
const TIMES = 1;

describe('import, sync, migrate and serve', { concurrency: false }, () => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    const skip = engine === 'postgres' && NO_POSTGRES;
    it(`lose nothing and leave nothing half done when they are killed on ${engine}`, { skip }, async () => {
      await inPlace(engine, (place) => killOften(place, TIMES, new Random(Date.now())));
    });
  }
});
