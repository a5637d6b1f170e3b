/**
 * The name of a venue in lists: `Library, Anning Hall`, since many buildings have a library. The building is left out
 * if the name already contains it.
 * @param within the name of the place it is part of; `''` for none
 */
export function venueName(name: string, within: string): string {
  const isSaid = within === '' || name.toLowerCase().includes(within.toLowerCase());
  return isSaid ? name : `${name}, ${within}`;
}
