/**
 * A person as lists call them: `Ada Quince (Botany)`, where others have the same name.
 * @param affiliation what tells them from those; `''` for nothing
 */
export function personName(name: string, affiliation = ''): string {
  return affiliation === '' ? name : `${name} (${affiliation})`;
}
