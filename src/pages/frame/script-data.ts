/**
 * JSON as the content of a `script` element, whatever text is in it: nothing in it ends the element or opens a comment
 * (HTML, 4.12.1.3), and to a parser of JSON it says the same.
 */
export function scriptData(json: string): string {
  return json.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026');
}
