/** The text in lower case, without accents and with compatible characters such as `ﬁ` replaced (NFKD). */
export function unaccented(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
