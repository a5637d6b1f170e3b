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
    `The catalogue at ${where} is damaged: ${what} List all damage with: lectern check; then import the records again from their source, or restore a backup: lectern restore --skip-backup BACKUP`,
  );
}

export function outdated(where: string): StoreUnavailable {
  return new StoreUnavailable(
    `The catalogue at ${where} was made by an older version of Lectern. Run: lectern migrate`,
  );
}

export function beforeRelease(where: string): StoreUnavailable {
  return new StoreUnavailable(
    `The catalogue at ${where} was made by a build before the first release. Export it with that build: lectern export --output FILE; then import the file into another database: lectern import FILE`,
  );
}

export function newer(where: string): StoreUnavailable {
  return new NewerCatalogue(
    `The catalogue at ${where} was made by a newer version of Lectern. Install that version, or a later one; or restore an older backup: lectern restore BACKUP`,
  );
}
