/** SQL text ends at a NUL, and a lone surrogate has no UTF-8. */
const UNSTORABLE = /[\0\p{Cs}]/u;

/** Whether both engines can store a text, and it can be exported. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}
