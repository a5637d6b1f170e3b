import { soughtWords, spellingsOf } from '#catalogue/folding.ts';
import type { Person } from '#catalogue/person.ts';
import { isSlug, type Slug } from '#catalogue/slug.ts';
import type { Store } from '#store/store.ts';

export interface FoundPerson {
  readonly slug: Slug;
  readonly name: string;
  /** Names of departments that organise the person's talks, most talks first. */
  readonly departments: readonly string[];
  /** Number of talks with the person as speaker, host or organiser. */
  readonly talks: number;
}

interface Found {
  readonly person: Person;
  readonly departments: Map<string, number>;
  talks: number;
}

/** People whose names have words with these prefixes, in any order; sorted by name. @throws StoreUnavailable */
export async function findPeople(store: Pick<Store, 'records'>, name: string): Promise<FoundPerson[]> {
  const wanted = soughtWords(name);
  if (wanted[0]?.length === 0) return [];
  const places = new Map<string, string>();
  const people = new Map<Slug, Found>();
  for await (const record of store.records('talk')) {
    if (record.type === 'place') places.set(record.id, record.name);
    else if (record.type === 'person' && isCalled(record.name, wanted)) {
      people.set(record.slug, { person: record, departments: new Map(), talks: 0 });
    } else if (record.type === 'talk') {
      const department = places.get(record.organisingDepartment ?? '');
      const slugs = new Set([...record.speakers, ...record.hosts, ...record.organisers]);
      for (const slug of slugs) count(people.get(slug), department);
    }
  }
  return [...people.values()]
    .map(({ person: { slug, name }, departments, talks }) => {
      const inOrder = [...departments].toSorted(([, a], [, b]) => b - a).map(([department]) => department);
      return { slug, name, departments: inOrder, talks };
    })
    .toSorted((a, b) => (a.name < b.name || (a.name === b.name && a.slug < b.slug) ? -1 : 1));
}

function count(found: Found | undefined, department: string | undefined): void {
  if (found === undefined) return;
  found.talks++;
  if (department !== undefined) found.departments.set(department, (found.departments.get(department) ?? 0) + 1);
}

/** @param wanted in each of its spellings */
function isCalled(name: string, wanted: readonly string[][]): boolean {
  const words = spellingsOf(name).flat();
  return wanted.some((spelled) => spelled.every((each) => words.some((word) => word.startsWith(each))));
}

/** The slug in a slug, or in the address of the page or a representation of a person. Undefined: neither. */
export function personSlug(text: string): Slug | undefined {
  const slug = /(?:^|\/(?:people|persons)\/(?:id\/)?)([0-9a-f-]{36})(?:\.[a-z0-9]+)?\/?(?:[?#].*)?$/i
    .exec(text.trim())?.[1]
    ?.toLowerCase();
  return slug !== undefined && isSlug(slug) ? slug : undefined;
}
