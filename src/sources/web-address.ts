/** The text if it is nothing but an address of the web, else `''`. */
export function asWebAddress(text: string): string {
  const trimmed = text.trim();
  return /^https?:\/\/[^\s<>"]+$/i.test(trimmed) && URL.canParse(trimmed) ? trimmed : '';
}

/** Any text as one part of the path of an address. */
export function inPath(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\ufffd'));
}
