import type { Problem } from '#catalogue/problem.js';
import { keptByHeader } from './kept-by-header.js';
import { preferences, type Preference } from './preference.js';
import type { Publication, Representation } from './representation.js';
import { OFFERS, type MediaType, type Offer } from './representations.js';

/** A representation, and the Content-Type that it goes out under. */
export interface Choice {
  readonly representation: Representation;
  readonly contentType: string;
}

export type Negotiated =
  | ({ readonly kind: 'chosen' } & Choice)
  /** Nothing that the client accepts: 406. `available` are the media types that there are. */
  | { readonly kind: 'not-acceptable'; readonly available: readonly string[] }
  /** `?format=` names no representation: 400. */
  | { readonly kind: 'malformed'; readonly problem: Problem };

/** Which representation an answer takes, and which an error does (RFC 9110, 12.5.1). */
export interface Negotiation {
  /**
   * @param accept the header, its lines joined; undefined when there is none
   * @param formats the values of every `format` parameter of the query: they override the header
   */
  answer(accept: string | undefined, formats: readonly string[]): Negotiated;
  /** Of the kind that the answer would have had; JSON where that says nothing. */
  problem(accept: string | undefined, formats: readonly string[]): Choice;
}

interface Candidate {
  readonly type: MediaType;
  readonly representation: Representation;
}

export function negotiation(publication: Publication): Negotiation {
  const made = new Map(OFFERS.map((offer) => [offer, offer.create(publication)]));
  const representationOf = (offer: Offer): Representation => made.get(offer) ?? offer.create(publication);
  const answers = OFFERS.flatMap((offer) =>
    offer.mediaTypes.map((type): Candidate => ({ type, representation: representationOf(offer) })),
  );
  // An error is acceptable under its own name and wherever the answer would have been.
  const problems = OFFERS.flatMap((offer) =>
    [offer.problem, ...offer.mediaTypes].map(({ name }): Candidate => {
      const type = { name, contentType: offer.problem.contentType };
      return { type, representation: representationOf(offer) };
    }),
  );
  const notAcceptable: Negotiated = { kind: 'not-acceptable', available: answers.map(({ type }) => type.name) };
  const byAccept = keptByHeader((header): Negotiated => {
    const found = best(answers, header);
    return found === undefined ? notAcceptable : { kind: 'chosen', ...choice(found) };
  });
  const problemByAccept = keptByHeader((header) => choice(best(problems, header) ?? first(problems)));
  const ofFormat = (offer: Offer): Candidate => ({
    type: offer.mediaTypes[0],
    representation: representationOf(offer),
  });

  return {
    answer(accept, formats) {
      if (formats.length === 0) return byAccept(accept ?? '*/*');
      const asked = offerOfFormat(formats);
      return asked.ok
        ? { kind: 'chosen', ...choice(ofFormat(asked.offer)) }
        : { kind: 'malformed', problem: asked.problem };
    },
    problem(accept, formats) {
      const asked = formats.length === 0 ? undefined : offerOfFormat(formats);
      if (asked?.ok !== true) return problemByAccept(accept ?? '*/*');
      return { representation: representationOf(asked.offer), contentType: asked.offer.problem.contentType };
    },
  };
}

function choice(candidate: Candidate): Choice {
  return { representation: candidate.representation, contentType: candidate.type.contentType };
}

function first(candidates: readonly Candidate[]): Candidate {
  const [candidate] = candidates;
  if (candidate === undefined) throw new Error('there is no representation');
  return candidate;
}

/** How well a header likes a media type: the greater in the first place in which two differ is liked better. */
type Rank = readonly [quality: number, specificity: number, earliness: number];

/** The candidate that the header likes best, the earlier one of equals; undefined when it accepts none. */
function best(candidates: readonly Candidate[], header: string): Candidate | undefined {
  const accepted = preferences(header);
  // An empty header, or one without a readable element, says as little as none.
  if (accepted.length === 0) return first(candidates);
  let liked: Candidate | undefined;
  let likedRank: Rank = [0, 0, 0];
  for (const candidate of candidates) {
    const rank = rankOf(candidate.type.name, accepted);
    if (rank[0] > 0 && isBetter(rank, likedRank)) {
      liked = candidate;
      likedRank = rank;
    }
  }
  return liked;
}

function isBetter(one: Rank, other: Rank): boolean {
  if (one[0] !== other[0]) return one[0] > other[0];
  if (one[1] !== other[1]) return one[1] > other[1];
  return one[2] > other[2];
}

/** The most specific range that covers a media type decides its quality. */
function rankOf(mediaType: string, accepted: readonly Preference[]): Rank {
  let rank: Rank = [0, 0, 0];
  accepted.forEach((preference, position) => {
    const specificity = specificityOf(preference, mediaType);
    if (specificity > rank[1]) rank = [preference.quality, specificity, -position];
  });
  return rank;
}

// How closely a range names a media type, 0 when it does not. Parameters are not held against a client (many send
// `charset=utf-8`), but a range without them comes first, and refusing a type with a parameter does not refuse it
// without. A star alone is an old way of writing "anything".
function specificityOf(preference: Preference, mediaType: string): number {
  const { name, qualified } = preference;
  if (name === mediaType) return qualified ? (preference.quality > 0 ? 3 : 0) : 4;
  if (name.endsWith('/*') && mediaType.startsWith(name.slice(0, -1))) return 2;
  return name === '*/*' || name === '*' ? 1 : 0;
}

type OfFormat = { readonly ok: true; readonly offer: Offer } | { readonly ok: false; readonly problem: Problem };

const FORMATS = OFFERS.flatMap(({ format }) => (format === null ? [] : [format]));

function offerOfFormat(formats: readonly string[]): OfFormat {
  const [name = ''] = formats;
  const hint = `Leave it out or give one of: ${FORMATS.join(', ')}.`;
  if (formats.some((other) => other !== name)) {
    const what = 'It is given with different values.';
    return { ok: false, problem: { code: 'conflicting-values', where: 'format', what, hint } };
  }
  const offer = OFFERS.find(({ format }) => format === name);
  if (offer !== undefined) return { ok: true, offer };
  const what =
    name === '' ? 'The value is empty.' : `No representation is called ${JSON.stringify(name.slice(0, 40))}.`;
  return { ok: false, problem: { code: 'unknown-format', where: 'format', what, hint } };
}
