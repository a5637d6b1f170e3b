import type { Fetcher } from '#sources/fetch/fetch.ts';
import type { Settings } from './settings.ts';
import { version } from '../version.ts';

/** What reads addresses, as the operator has set it. Close it when all is done. */
export async function fetcherOf({ allowHost, contact }: Pick<Settings, 'allowHost' | 'contact'>): Promise<Fetcher> {
  const { Fetcher } = await import('#sources/fetch/fetch.ts');
  return new Fetcher({ allowedHosts: allowHost, userAgent: await userAgentOf({ contact }) });
}

/** As servers see who reads them. */
export async function userAgentOf({ contact }: Pick<Settings, 'contact'>): Promise<string> {
  const fetch = await import('#sources/fetch/fetch.ts');
  return fetch.userAgentHeader(version(), contact);
}

/** Null when nobody has said where, and there is no folder of the database. */
export async function cacheFolderOf({
  cacheFolder,
  database,
}: Pick<Settings, 'cacheFolder' | 'database'>): Promise<string | null> {
  const { folderOf } = await import('#store/open.ts');
  return cacheFolder ?? folderOf(database) ?? null;
}
