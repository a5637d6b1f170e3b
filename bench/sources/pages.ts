import { Fetcher } from '#sources/fetch/fetch.ts';
import { addressInput } from '#sources/fetch/address-input.ts';
import type { Further, SourceFile } from '#sources/source-format.ts';
import { readOxtalks } from '#sources/oxtalks/oxtalks.ts';
import { timestampOf } from '#catalogue/timestamp.ts';

/** The result of reading an API. */
export interface PagesRead {
  readonly talks: number;
  readonly pages: number;
  readonly seconds: number;
}

/** Reads all talks of an API on this machine with the real fetcher, but without the pause between requests. */
export async function readPages(address: string): Promise<PagesRead> {
  const fetcher = new Fetcher({
    allowedHosts: new Set(['127.0.0.1']),
    userAgent: 'Lectern bench',
    limits: { pause: 0 },
  });
  const input = addressInput(address, { fetcher, cacheFolder: null });
  let pages = 1;
  const further: Further = (next, ask) => {
    pages++;
    if (input.further === undefined) throw new Error('An address has further pages');
    return input.further(next, ask);
  };
  const begun = performance.now();
  const file: SourceFile = { name: address, address, chunks: input.chunks(), further };
  let talks = 0;
  const now = timestampOf(Math.floor(Date.now() / 1000));
  const reading = { zone: 'Europe/London', now, horizon: now, mapping: new Map<string, string>(), dateOrder: null };
  const options = { ...reading, collections: [] };
  for await (const batch of readOxtalks(file, options)) {
    if (batch.failure !== undefined) throw new Error(batch.failure.what);
    talks += batch.talks.length;
  }
  fetcher.close();
  return { talks, pages, seconds: (performance.now() - begun) / 1000 };
}
