/** The value at a path of member names and positions; undefined if there is none. */
export function valueAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value;
  for (const step of path) found = isMembers(found) ? found[step] : undefined;
  return found;
}

/** The text at a path; throws if the path leads to anything else. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = valueAt(value, ...path);
  if (typeof found === 'string') return found;
  throw new Error(`expected a text at ${path.join('.')}, got ${JSON.stringify(found)}`);
}

/** The array at a path; throws if the path leads to anything else. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = valueAt(value, ...path);
  if (Array.isArray(found)) return found;
  throw new Error(`expected an array at ${path.join('.')}, got ${JSON.stringify(found)}`);
}

export function isMembers(value: unknown): value is Readonly<Record<string | number, unknown>> {
  return typeof value === 'object' && value !== null;
}
