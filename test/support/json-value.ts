/** The value at a path of member names and positions; undefined where there is none. */
export function valueAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value;
  for (const step of path) found = isMembers(found) ? found[step] : undefined;
  return found;
}

/** The text at a path. Throws where there is none: a test went on from an answer that is not what it took it for. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = valueAt(value, ...path);
  if (typeof found === 'string') return found;
  throw new Error(`there is no text at ${path.join('.')}, but ${JSON.stringify(found)}`);
}

/** The array at a path; throws where there is none. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = valueAt(value, ...path);
  if (Array.isArray(found)) return found;
  throw new Error(`there is no array at ${path.join('.')}, but ${JSON.stringify(found)}`);
}

export function isMembers(value: unknown): value is Readonly<Record<string | number, unknown>> {
  return typeof value === 'object' && value !== null;
}
