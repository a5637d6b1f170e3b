/** Each defined field as an XML element with its name. */
export const elements = (fields: Readonly<Record<string, unknown>>): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `<${name}>${String(value)}</${name}>`)
    .join('');
