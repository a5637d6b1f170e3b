/**
 * A venue as lists call it: `Library, Anning Hall`. Many buildings have a library. What it is in is not said where its
 * name says it already.
 * @param within the name of what it is right inside of; `''` for nothing
 */
export function venueName(name: string, within: string): string {
  const isSaid = within === '' || name.toLowerCase().includes(within.toLowerCase());
  return isSaid ? name : `${name}, ${within}`;
}
