import { halJson, json } from './json.js';
import type { Publication, Representation } from './representation.js';
import { xml } from './xml.js';

/** A representation as a client asks for it. */
export interface Offer {
  /** What it is called in `Accept`, and the Content-Type it is answered under for each, the usual one first. */
  readonly mediaTypes: readonly [MediaType, ...MediaType[]];
  /** Its name in `?format=`; null when it has none. */
  readonly format: string | null;
  /** Under which errors are answered to a client that asks for it. */
  readonly problem: MediaType;
  readonly create: (publication: Publication) => Representation;
}

export interface MediaType {
  /** Lower case, without parameters. */
  readonly name: string;
  /** With `charset` where the type has that parameter: XML does (RFC 7303, 9.1), JSON does not (RFC 8259, 11). */
  readonly contentType: string;
}

const PROBLEM_JSON = plain('application/problem+json');
const PROBLEM_XML = utf8('application/problem+xml');

/** In the order of our preference: the first is for clients that do not mind. Another one is a file and a line here. */
export const OFFERS: readonly [Offer, ...Offer[]] = [
  { mediaTypes: [plain('application/json')], format: 'json', problem: PROBLEM_JSON, create: json },
  { mediaTypes: [plain('application/hal+json')], format: null, problem: PROBLEM_JSON, create: halJson },
  { mediaTypes: [utf8('application/xml'), utf8('text/xml')], format: 'xml', problem: PROBLEM_XML, create: xml },
];

function plain(name: string): MediaType {
  return { name, contentType: name };
}

function utf8(name: string): MediaType {
  return { name, contentType: `${name}; charset=utf-8` };
}
