/** Reads a field of an unchecked value from another process or a file. */
export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

export function numberOf(value: unknown, name: string): number {
  const field = fieldOf(value, name);
  if (typeof field !== 'number') throw new Error(`${name} is not a number: ${JSON.stringify(value)}`);
  return field;
}

export function textOf(value: unknown, name: string): string {
  const field = fieldOf(value, name);
  if (typeof field !== 'string') throw new Error(`${name} is not text`);
  return field;
}

export function listOf(value: unknown, name: string): readonly unknown[] {
  const field = fieldOf(value, name);
  if (!Array.isArray(field)) throw new Error(`${name} is not a list`);
  return field;
}
