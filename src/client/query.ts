type Value = string | number | boolean;

/** A query whose repeatable parameters may be given once or as a list. Undefined parameters are left out. */
export type QueryOf<Parameters> = {
  readonly [Name in keyof Parameters]: undefined extends Parameters[Name]
    ? OneOrMore<Exclude<Parameters[Name], undefined>> | undefined
    : OneOrMore<Parameters[Name]>;
};

type OneOrMore<T> = T extends readonly (infer Item)[] ? Item | readonly Item[] : T;

/** The query string after a path: `?from=today&speaker=…`, or `''`. */
export function queryString(parameters: Readonly<Record<string, Value | readonly Value[] | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, given] of Object.entries(parameters)) {
    for (const value of [given ?? []].flat()) query.append(name, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** A slug, or the identifier of a place. Anything else could lead to another path. */
const IDENTIFIER = /^[\w-]+(?::[\w-]+)?$/;

/** @throws TypeError if it is not an identifier */
export function resourcePath(folder: string, identifier: string): string {
  if (!IDENTIFIER.test(identifier)) throw new TypeError(`“${identifier}” is not a slug or the identifier of a place.`);
  return `${folder}/${identifier}`;
}
