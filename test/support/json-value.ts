/** The value at a path of member names and positions; undefined if there is none. */
export function valueAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value;
  for (const step of path) found = isMembers(found) ? found[step] : undefined;
  return found;
}

/** The text at a path. Throws if there is none: the test misunderstood a response. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = valueAt(value, ...path);
  if (typeof found === 'string') return found;
  throw new Error(`there is no text at ${path.join('.')}, but ${JSON.stringify(found)}`);
}

/** The array at a path; throws if there is none. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = valueAt(value, ...path);
  if (Array.isArray(found)) return found;
  throw new Error(`there is no array at ${path.join('.')}, but ${JSON.stringify(found)}`);
}

export function isMembers(value: unknown): value is Readonly<Record<string | number, unknown>> {
  return typeof value === 'object' && value !== null;
}
