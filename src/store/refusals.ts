import { NoCatalogue, StoreUnavailable } from './store.ts';

/** What every engine says of a catalogue that it will not touch. `where`: as `describe` says it. */

export function noneYet(where: string): StoreUnavailable {
  return new NoCatalogue(
    `There is no catalogue at ${where} yet. Import one with: lectern import FILE, or lectern sync --all; or serve an empty one: lectern serve --create`,
  );
}

export function outdated(where: string): StoreUnavailable {
  return new StoreUnavailable(
    `The catalogue at ${where} was made by an older version of Lectern. Bring it up to date with: lectern migrate`,
  );
}

export function newer(where: string): StoreUnavailable {
  return new StoreUnavailable(
    `The catalogue at ${where} was made by a newer version of Lectern. Install that version, or a later one.`,
  );
}
