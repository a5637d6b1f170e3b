/** A configuration with some of its text replaced; each part must occur exactly once. */
export function replaced(text: string, replacements: readonly (readonly [string, string])[]): string {
  let result = text;
  for (const [from, to] of replacements) {
    if (text.split(from).length !== 2) throw new Error(`the configuration does not say “${from}” once`);
    result = result.replace(from, () => to);
  }
  return result;
}
