import type { Image } from '#catalogue/image.ts';
import type { Material } from '#catalogue/material.ts';
import { firstText } from '../first-text.ts';
import type { Hidden } from '../hidden.ts';

/** An event of an XML or JSON schedule, as texts: `''` when empty, undefined when absent. */
export interface ScheduleEvent {
  /** From 1; in JSON, the number of the event. */
  readonly line: number;
  /** Of its elements or members. */
  readonly names: readonly string[];
  readonly guid: string;
  /** Other identifiers, best first. */
  readonly ids: readonly string[];
  /** Date and time of day. */
  readonly date: string;
  readonly end: string;
  /** Day under which it is listed. */
  readonly day: ScheduleDay;
  /** Time of day. */
  readonly start: string;
  /** `01:30` */
  readonly duration: string;
  readonly title: string | undefined;
  readonly subtitle: string | undefined;
  readonly abstract: string | undefined;
  readonly description: string | undefined;
  readonly room: string | undefined;
  readonly track: string | undefined;
  readonly language: string;
  readonly url: string | undefined;
  readonly persons: readonly SchedulePerson[] | undefined;
  /** Attachments and recording. */
  readonly materials?: readonly Material[] | undefined;
  readonly image?: Image | null | undefined;
  /** Undefined: the format cannot tell. */
  readonly isCancelled?: boolean | undefined;
  /** Why it must not be published. */
  readonly hidden?: Hidden | undefined;
}

export interface ScheduleDay {
  /** `2026-11-20` */
  readonly date: string;
  /** Start of the day; earlier times of day are after midnight. */
  readonly start: string;
}

export interface SchedulePerson {
  readonly name: string;
  readonly guid: string;
  readonly code: string;
  readonly id: string;
  readonly biography: string | undefined;
  readonly url: string | undefined;
  readonly image?: Image | null | undefined;
}

export interface ScheduleConference {
  readonly title: string | undefined;
  readonly acronym: string;
  readonly url: string | undefined;
  /** Venue of all events. */
  readonly venue: string | undefined;
  readonly city: string | undefined;
  /** An IANA name. */
  readonly zone: string;
  /** Time of day at which days begin. */
  readonly dayChange: string;
}

/** Reads the texts of an XML element or a JSON object. */
export interface ScheduleTexts {
  readonly text: (name: string) => string;
  /** Undefined when absent. */
  readonly said: (name: string) => string | undefined;
}

export function conferenceOf({ text, said }: ScheduleTexts): ScheduleConference {
  return {
    title: said('title'),
    acronym: text('acronym'),
    url: firstText(said('url'), said('base_url')),
    venue: said('venue'),
    city: said('city'),
    zone: text('time_zone_name'),
    dayChange: text('day_change'),
  };
}

type NamedText =
  | 'date'
  | 'end'
  | 'start'
  | 'duration'
  | 'title'
  | 'subtitle'
  | 'abstract'
  | 'description'
  | 'language'
  | 'url';

/** The fields that have the same names in XML and JSON. */
export function eventTexts({ text, said }: ScheduleTexts): Pick<ScheduleEvent, NamedText> {
  return {
    date: text('date'),
    end: text('end'),
    start: text('start'),
    duration: text('duration'),
    title: said('title'),
    subtitle: said('subtitle'),
    abstract: said('abstract'),
    description: said('description'),
    language: text('language'),
    url: said('url'),
  };
}
