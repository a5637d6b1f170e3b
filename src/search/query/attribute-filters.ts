import type { Audience } from '#catalogue/audience-kind.ts';
import type { TalkStatus } from '#catalogue/talk.ts';
import { PARAMETER } from './parameters.ts';
import type { RequestParameters } from './request.ts';
import type { Attendance, MaterialKind } from './value-forms.ts';

/** Filters other than words, people, places and topics. An empty list or undefined: no filter. */
export interface AttributeFilters {
  readonly status: readonly TalkStatus[];
  readonly attendance: readonly Attendance[];
  readonly has: readonly MaterialKind[];
  readonly audience: readonly Audience[];
  /** Whether the cost says that the talk is free. */
  readonly free: boolean | undefined;
  readonly bookingRequired: boolean | undefined;
  readonly evening: boolean | undefined;
  /** Only talks that may last more than one day. Set internally: no parameter asks for it. */
  readonly long?: boolean;
  /** IANA name of the time zone in which evenings begin. */
  readonly timeZone: string;
}

/** The parameters of AttributeFilters. */
const ASKED = [
  PARAMETER.status,
  PARAMETER.attendance,
  PARAMETER.has,
  PARAMETER.audience,
  PARAMETER.free,
  PARAMETER.bookingRequired,
  PARAMETER.evening,
];

/** @returns undefined if the request has none of these parameters */
export function readAttributes(request: RequestParameters, timeZone: string): AttributeFilters | undefined {
  if (!ASKED.some((parameter) => request.has(parameter))) return undefined;
  return {
    status: request.all(PARAMETER.status),
    attendance: request.all(PARAMETER.attendance),
    has: request.all(PARAMETER.has),
    audience: request.all(PARAMETER.audience),
    free: request.one(PARAMETER.free),
    bookingRequired: request.one(PARAMETER.bookingRequired),
    evening: request.one(PARAMETER.evening),
    timeZone,
  };
}

/** All talks, whatever their attributes. */
export function noAttributes(timeZone: string): AttributeFilters {
  return {
    status: [],
    attendance: [],
    has: [],
    audience: [],
    free: undefined,
    bookingRequired: undefined,
    evening: undefined,
    timeZone,
  };
}
