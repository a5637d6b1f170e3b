/** The fields as elements of those names. */
export const elements = (fields: Readonly<Record<string, unknown>>): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `<${name}>${String(value)}</${name}>`)
    .join('');
