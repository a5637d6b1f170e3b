import { measureLoad } from './measure-load.ts';
import { zipfRequests } from './kinds.ts';
import type { HitFigures, LoadFigures } from './measurements.ts';
import type { Served } from './served.ts';

/** Until what is kept has settled: seconds. */
const WARMING = 5;

/**
 * How many questions that follow Zipf's law are answered from what is kept whole. The service does not say; what the
 * questions cost does, for compressing a page costs many times what sending a compressed one does.
 */
export async function measureHits(
  server: Served,
  kinds: { readonly searchGzip: LoadFigures; readonly searchAgainGzip: LoadFigures },
  rounds: number,
): Promise<HitFigures> {
  const load = await measureLoad(server, zipfRequests(), rounds, WARMING);
  const cost = ({ main, other }: LoadFigures): number => main + other;
  const asNew = cost(kinds.searchGzip);
  const kept = (asNew - cost(load)) / (asNew - cost(kinds.searchAgainGzip));
  return { load, kept };
}
