import type { Store } from '#store/store.ts';

/**
 * Undefined if everything reads as it was written.
 *
 * @throws the signal's reason if that is aborted
 */
export async function firstDamage(store: Pick<Store, 'findDamage'>, signal: AbortSignal): Promise<string | undefined> {
  for await (const { what } of store.findDamage('whole', signal)) return what;
  return undefined;
}
