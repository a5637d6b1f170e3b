import { CatalogueDamaged, NewerCatalogue, NoCatalogue, StoreUnavailable } from './store.ts';

/** Errors of both engines for a catalogue that cannot be used. `where`: as `describe` returns it. */

export function noneYet(where: string): StoreUnavailable {
  return new NoCatalogue(
    `There is no catalogue at ${where} yet. Import one with: lectern import FILE, or lectern sync --all; or serve an empty one: lectern serve --create`,
  );
}

/** `what`: the `what` of a Damage. */
export function damaged(where: string, what: string): CatalogueDamaged {
  return new CatalogueDamaged(
    `The catalogue at ${where} is damaged: ${what} Find all that is damaged with: lectern check; then bring the records in again from their source, or restore a backup with: lectern restore --skip-backup BACKUP`,
  );
}

export function outdated(where: string): StoreUnavailable {
  return new StoreUnavailable(
    `The catalogue at ${where} was made by an older version of Lectern. Bring it up to date with: lectern migrate`,
  );
}

export function newer(where: string): StoreUnavailable {
  return new NewerCatalogue(
    `The catalogue at ${where} was made by a newer version of Lectern. Install that version, or a later one; or go back with: lectern restore BACKUP`,
  );
}
