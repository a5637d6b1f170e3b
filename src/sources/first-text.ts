/**
 * The first text that is not empty; `''` when those present are all empty; undefined when all
 * are absent.
 */
export function firstText(...texts: readonly (string | undefined)[]): string | undefined {
  return texts.find((text) => text !== undefined && text !== '') ?? texts.find((text) => text !== undefined);
}
