/**
 * Of several that say the same, the first that is not empty. `''`: those that are there are empty, which says that there is
 * nothing. Undefined: none is mentioned, which says nothing.
 */
export function firstSaid(...texts: readonly (string | undefined)[]): string | undefined {
  return texts.find((text) => text !== undefined && text !== '') ?? texts.find((text) => text !== undefined);
}
