/** SQL text ends at a NUL, and a surrogate without its partner has no UTF-8. */
const UNSTORABLE = /[\0\p{Cs}]/u;

/** Whether text can be kept by every engine, and exported. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}
