import type { Image } from '#catalogue/image.ts';
import type { Material } from '#catalogue/material.ts';
import type { Place } from '#catalogue/place.ts';
import type { Provenance } from '#catalogue/provenance.ts';
import type { FileRecord } from '#catalogue/record.ts';
import type { TalkHistory } from '#catalogue/talk-history.ts';
import type { TalkRecord } from '#catalogue/talk.ts';

/** A record as a line of a catalogue file (docs/reference/catalogue-file.md), with its line feed: equal records are equal lines. */
export function recordLine(record: FileRecord): string {
  return `${JSON.stringify(wireOf(record))}\n`;
}

/** Fields in the order of the format's table; those it calls optional only where they have a value. */
function wireOf(record: FileRecord): object {
  switch (record.type) {
    case 'place':
      return wireOfPlace(record);
    case 'person': {
      const { type, slug, name, bio, webAddress, emailAddress } = record;
      return {
        type,
        slug,
        name,
        bio,
        web_address: webAddress || undefined,
        image: wireOfImage(record.image),
        email_address: emailAddress || undefined,
      };
    }
    case 'topic':
      return { type: record.type, uri: record.uri, label: record.label };
    case 'series': {
      const { type, slug, title, description, occurrence, webAddress } = record;
      return {
        type,
        slug,
        title,
        description,
        occurence: occurrence,
        web_address: webAddress || undefined,
        image: wireOfImage(record.image),
      };
    }
    case 'talk':
      return wireOfTalk(record);
    case 'removed_talk': {
      const { type, slug, uid, removed } = record;
      return { type, slug, uid: uid || undefined, removed, ...wireOfHistory(record.history) };
    }
    case 'collection': {
      const { type, slug, title, description, talks, series, organisingDepartments } = record;
      return {
        type,
        slug,
        title,
        description,
        public: record.public,
        talks,
        series,
        organising_departments: organisingDepartments,
      };
    }
    case 'provenance':
      return wireOfProvenance(record);
  }
}

function wireOfPlace(place: Place): object {
  const { type, id, kind, name, address, parent, latitude, longitude, accessibility } = place;
  return {
    type,
    id,
    kind,
    name,
    address,
    parent,
    latitude: latitude ?? undefined,
    longitude: longitude ?? undefined,
    accessibility: accessibility || undefined,
  };
}

function wireOfProvenance({ type, source, of, slug, relation, cancelled, key }: Provenance): object {
  return { type, source, [of]: slug, relation, cancelled: cancelled || undefined, key: key || undefined };
}

function wireOfTalk(talk: TalkRecord): object {
  return {
    type: talk.type,
    slug: talk.slug,
    uid: talk.uid || undefined,
    title: talk.title || undefined,
    start: talk.start,
    end: talk.end,
    all_day: talk.allDay || undefined,
    description: talk.description,
    status: talk.status,
    series: talk.series,
    venue: talk.venue,
    location_details: talk.locationDetails,
    organising_department: talk.organisingDepartment,
    topics: talk.topics,
    speakers: talk.speakers,
    hosts: talk.hosts,
    organisers: talk.organisers,
    organiser_email: talk.organiserEmail,
    various_speakers: talk.variousSpeakers,
    audience: talk.audience,
    booking_required: talk.bookingRequired,
    booking_url: talk.bookingUrl,
    booking_email: talk.bookingEmail,
    cost: talk.cost,
    special_message: talk.specialMessage,
    online_url: talk.onlineUrl || undefined,
    materials: talk.materials.length === 0 ? undefined : talk.materials.map(wireOfMaterial),
    image: wireOfImage(talk.image),
    updated: talk.updated ?? undefined,
    ...wireOfHistory(talk.history),
  };
}

function wireOfMaterial({ type, url, title }: Material): object {
  return { type, url, title: title || undefined };
}

function wireOfImage(image: Image | null): object | undefined {
  return image === null ? undefined : { url: image.url, alt: image.alt || undefined };
}

function wireOfHistory(history: TalkHistory | null): object {
  if (history === null) return {};
  const { created, sequence, previousStart } = history;
  return { created, sequence, previous_start: previousStart ?? undefined };
}
