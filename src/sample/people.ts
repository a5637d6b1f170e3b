import type { Person } from '#catalogue/person.ts';
import words from './people.json' with { type: 'json' };
import type { Discipline } from './prose.ts';
import { at, Random, sampleSlug } from './random.ts';

/** Person number `index` of the sample; the discipline follows from the number, so that talks find their speakers. */
export function samplePerson(seed: number, index: number, discipline: Discipline): Person {
  const random = new Random(seed, 'person', index);
  const slug = sampleSlug(seed, 'person', index);
  return {
    type: 'person',
    slug,
    name: nameOf(random),
    bio: bioOf(discipline, random),
    webAddress: random.chance(0.4) ? `https://people.astermouth.example/${slug.slice(0, 8)}` : '',
    emailAddress: random.chance(0.7) ? `${slug.slice(0, 8)}@astermouth.example` : '',
    image: null,
  };
}

/**
 * Most names are in Latin letters, which the first traditions use. A tradition in which the family name comes first may
 * say what joins the names.
 */
function nameOf(random: Random): string {
  const { traditions, latinTraditions: latin, initials } = words;
  const number = random.chance(0.86)
    ? Math.floor(random.next() ** 1.7 * latin)
    : latin + random.below(traditions.length - latin);
  const tradition = at(traditions, number);
  const given = random.pick(tradition.given);
  const family = random.pick(tradition.family);
  if (tradition.familyFirst !== undefined) return `${family}${tradition.familyFirst}${given}`;
  const hasInitial = tradition.initials === true && random.chance(0.35);
  return `${given}${hasInitial ? ` ${initials.charAt(random.below(initials.length))}.` : ''} ${family}`;
}

function bioOf({ department, fields, methods, things }: Discipline, random: Random): string {
  const share = random.next();
  if (share < 0.3) return '';
  const post = random.pick(words.posts);
  const field = random.pick(fields);
  if (share < 0.5) return `${post} at ${random.pick(words.universities)}.`;
  if (share < 0.8) return `${post} in the ${department}, working on ${field}.`;
  return `${post} at ${random.pick(words.universities)}. Works on ${field}, lately with the help of ${random.pick(methods)}, and has a weakness for ${random.pick(things)}.`;
}
