import type { ForgottenPerson } from '#catalogue/forgotten-person.ts';
import { StoreUnavailable } from '#store/store.ts';
import type { Store } from '#store/store.ts';
import type { ImportKind } from '../corrections/corrected-import.ts';

/**
 * Whom an import that has begun leaves out. @throws StoreUnavailable; not when there is nothing yet, nor when the whole
 * catalogue is replaced, which may be because it is damaged
 */
export async function forgottenBefore(
  store: Pick<Store, 'forgotten'>,
  { replace, intoEmpty }: ImportKind,
): Promise<readonly ForgottenPerson[]> {
  try {
    return await store.forgotten.all();
  } catch (error) {
    if (!(replace || intoEmpty) || !(error instanceof StoreUnavailable)) throw error;
    return [];
  }
}
