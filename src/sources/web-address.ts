/** The text if it is a web address and nothing else, otherwise `''`. */
export function asWebAddress(text: string): string {
  const trimmed = text.trim();
  return /^https?:\/\/[^\s<>"]+$/i.test(trimmed) && URL.canParse(trimmed) ? trimmed : '';
}

/** Escapes a text for use as a path segment. */
export function inPath(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\ufffd'));
}
