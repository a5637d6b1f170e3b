import type { Fetcher } from '#sources/fetch/fetch.ts';
import type { Settings } from './settings.ts';
import { programVersion } from '#replica/program-version.ts';

/** The HTTP client for sources, with the operator's settings. Close it when done. */
export async function fetcherOf({ allowHost, contact }: Pick<Settings, 'allowHost' | 'contact'>): Promise<Fetcher> {
  const { Fetcher } = await import('#sources/fetch/fetch.ts');
  return new Fetcher({ allowedHosts: allowHost, userAgent: await ownUserAgent({ contact }) });
}

/** The User-Agent of requests to sources. */
export async function ownUserAgent({ contact }: Pick<Settings, 'contact'>): Promise<string> {
  const fetch = await import('#sources/fetch/fetch.ts');
  return fetch.userAgentHeader(programVersion(), contact);
}

/** Null if it is not set and the database has no folder. */
export async function cacheFolderOf({
  cacheFolder,
  database,
}: Pick<Settings, 'cacheFolder' | 'database'>): Promise<string | null> {
  const { folderOf } = await import('#store/open.ts');
  return cacheFolder ?? folderOf(database) ?? null;
}
