/**
 * Escapes JSON for the content of a `script` element, so that no text in it ends the element or opens a comment (HTML,
 * 4.12.1.3). A JSON parser reads the same value.
 */
export function scriptData(json: string): string {
  return json.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026');
}
