/** What is true of a field of a record wherever it is read, written, stored or compared. */
export type Field<Value = unknown> = {
  /** What a record has that does not say. Absent: every record must say. */
  readonly empty?: Value;
  /** Left out of catalogue files where it is empty. */
  readonly isOptional?: true;
  /** Its name in files and in JSON, unless that is its own in snake case. */
  readonly wire?: string;
} & (
  | { readonly kind: 'key' | 'reference' | 'references'; readonly to: Target }
  /** Of people, places and series: not blank. */
  | { readonly kind: 'name' }
  | { readonly kind: 'title' }
  /** Words are short and plain; other text may be long, or HTML. */
  | { readonly kind: 'text' | 'words' | 'address' | 'email'; readonly longest?: number; readonly yesNo?: YesNo }
  | { readonly kind: 'choice'; readonly choices: readonly [string, ...string[]] }
  | { readonly kind: 'flag' | 'time' | 'image' | 'materials' }
  | { readonly kind: 'degrees'; readonly limit: number }
);

/** The record that a field identifies or refers to. */
export type Target = 'place' | 'person' | 'topic' | 'series' | 'talk' | 'collection';

/** Texts for true and false, which some catalogues write. */
type YesNo = readonly [yes: string, no: string];

/** A row for each field of a record, in the order of catalogue files; a talk's history is more than one field. */
export type Fields<T> = {
  readonly [Name in Exclude<keyof T, 'type' | 'history'>]: Field<T[Name]>;
};

/** The names of those fields whose rows are of a kind. */
export type FieldsOfKind<Rows, Kind> = {
  [Name in keyof Rows]: Rows[Name] extends { readonly kind: Kind } ? Name : never;
}[keyof Rows];

export function fieldsOfKind<Rows extends Readonly<Record<string, { readonly kind: string }>>, Kind extends string>(
  rows: Rows,
  ...kinds: readonly Kind[]
): readonly FieldsOfKind<Rows, Kind>[] {
  return Object.keys(rows).filter((name): name is string & FieldsOfKind<Rows, Kind> =>
    kinds.some((kind) => kind === rows[name]?.kind),
  );
}

/** An object with one value for each name. */
export function byName<Name extends string, T>(names: readonly Name[], make: (name: Name) => T): Record<Name, T> {
  /* oxlint-disable-next-line typescript/no-unsafe-type-assertion -- It has an entry for each name. */
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, T>;
}

/** Some fields of a record. */
export function picked<T, Name extends keyof T>(record: T, names: readonly Name[]): Pick<T, Name> {
  /* oxlint-disable-next-line typescript/no-unsafe-type-assertion -- It has an entry for each name. */
  return Object.fromEntries(names.map((name) => [name, record[name]])) as Pick<T, Name>;
}

/** The name of a field in files and in JSON. */
export function wireName(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}

export const TEXT = { kind: 'text', empty: '' } as const;
export const NO_IMAGE = { kind: 'image', empty: null, isOptional: true } as const;
