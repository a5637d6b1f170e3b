import type { ForgottenPerson } from '#catalogue/forgotten-person.ts';
import { NoCatalogue, StoreUnavailable } from '#store/store.ts';
import type { Store } from '#store/store.ts';
import type { ImportKind } from '../corrections/corrected-import.ts';

export interface ForgottenBefore {
  readonly people: readonly ForgottenPerson[];
  /** Whether there is a list that cannot be read: whom it has is imported again. */
  readonly isLost: boolean;
}

/**
 * Whom an import that has begun leaves out. @throws StoreUnavailable; not when there is nothing yet, nor when the whole
 * catalogue is replaced, which may be because it is damaged
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
