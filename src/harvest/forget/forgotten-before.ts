import type { ForgottenPerson } from '#catalogue/forgotten-person.ts';
import { NoCatalogue, StoreUnavailable, type Store } from '#store/store.ts';
import type { ImportKind } from '../corrections/corrected-import.ts';

export interface ForgottenBefore {
  readonly people: readonly ForgottenPerson[];
  /** Whether the list is damaged: people on it will be imported again. */
  readonly isLost: boolean;
}

/**
 * The people that an import skips. Call it after the import has begun. @throws StoreUnavailable; but not if there is no
 * catalogue yet, or if it is replaced, perhaps because it is damaged
 */
export async function forgottenBefore(
  store: Pick<Store, 'forgotten'>,
  { replace, intoEmpty }: ImportKind,
): Promise<ForgottenBefore> {
  try {
    return { people: await store.forgotten.all(), isLost: false };
  } catch (error) {
    if (!(replace || intoEmpty) || !(error instanceof StoreUnavailable)) throw error;
    return { people: [], isLost: !(error instanceof NoCatalogue) };
  }
}
