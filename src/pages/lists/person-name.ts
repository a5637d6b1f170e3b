/**
 * The name of a person in lists: `Ada Quince (Botany)` if others have the same name.
 * @param affiliation tells them apart; `''` if not needed
 */
export function personName(name: string, affiliation = ''): string {
  return affiliation === '' ? name : `${name} (${affiliation})`;
}
