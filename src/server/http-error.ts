import type { ReadCopy } from '#replica/read-copy.ts';
import { CatalogueDamaged, StoreUnavailable } from '#store/store.ts';
import { HttpError, unavailable } from './http/errors.ts';

/**
 * The error as shown to the client.
 *
 * @param url of the request
 */
export function httpError(replica: ReadCopy, error: unknown, url: string): HttpError {
  if (error instanceof CatalogueDamaged) replica.checkDamage();
  if (error instanceof CatalogueDamaged || isOfDamagedTalk(replica, error, url))
    return unavailable('This part of the catalogue cannot be read');
  if (error instanceof HttpError) return error;
  if (error instanceof StoreUnavailable) return unavailable('The catalogue is temporarily unavailable');
  return new HttpError('internal', 'Internal server error. It has been logged.');
}

/** Whether a talk that was not found does exist, but is so damaged that no index has it. */
function isOfDamagedTalk({ damaged }: ReadCopy, error: unknown, url: string): boolean {
  if (!(error instanceof HttpError) || error.status !== 404) return false;
  return damaged.damage.some(({ record }) => record?.type === 'talk' && url.includes(record.key));
}
