/** C0 controls but tab, line feed and carriage return, the two noncharacters, and surrogates that stand alone. */
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu;

/** The same and every surrogate, of pairs too: quickly told not to be there. */
const SUSPECT = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]/;

/** Without the characters that no XML 1.0 document can hold, even as references (section 2.2, production 2). */
export function withoutForbidden(text: string): string {
  return SUSPECT.test(text) ? text.replace(FORBIDDEN, '') : text;
}
