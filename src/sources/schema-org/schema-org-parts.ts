import type { Image } from '#catalogue/image.ts';
import type { Material, MaterialType } from '#catalogue/material.ts';
import { sharedItems } from '../shared-text.ts';
import { stringText } from '../json-document.ts';
import { ownUuid } from '../own-uuid.ts';
import { Thing, said } from './schema-org-graph.ts';
import type { ThingValue } from './schema-org-graph.ts';
import { imageAt } from '../source-image.ts';
import { attachedMaterial } from '../source-material.ts';
import type { SourcePerson, SourceTalk, SourceTopic } from '../source-talk.ts';
import { asWebAddress } from '../web-address.ts';

/** Performers or organisers: people, organisations and bands with a name, or only names; possibly within a Role. */
export function peopleOf(event: Thing, ...terms: readonly string[]): SourcePerson[] {
  const named = sharedItems(event.values(...terms)).flatMap((value) => {
    const roles = sharedItems(event.thingOf(value)?.values(...terms) ?? []);
    return roles.length > 0 ? roles : [value];
  });
  return sharedItems(named)
    .map((one) => personOf(event, one))
    .filter(({ name }) => name !== '');
}

function personOf(event: Thing, named: ThingValue): SourcePerson {
  const value = event.thingOf(named);
  if (value === undefined) return { name: stringText(named).trim() };
  const given = [value.name('givenName'), value.name('familyName')].filter((part) => part !== '');
  const slug = ownUuid(value.id);
  return {
    name: value.name('name') || given.join(' '),
    ...(value.id === '' ? {} : { key: value.id }),
    ...(slug === undefined ? {} : { slug }),
    bio: said(value, ABOUT, () => value.text('description') || affiliationOf(value)),
    webAddress: said(value, ['sameAs', 'url'], () => {
      return asWebAddress(value.address('sameAs')) || asWebAddress(value.address('url'));
    }),
    image: imageOf(value),
    email: said(value, ['email'], () => value.text('email').replace(/^mailto:/i, '')),
  };
}

const ABOUT = ['description', 'jobTitle', 'affiliation', 'worksFor'];

function affiliationOf(person: Thing): string {
  const [employer] = person.things('affiliation', 'worksFor');
  const parts = [person.name('jobTitle'), employer?.name('name') ?? person.name('affiliation', 'worksFor')];
  return parts.filter((part) => part !== '').join(', ');
}

type OrganiserField = 'department' | 'organisers' | 'organiserEmail';

/**
 * The first organisation is the department, the others are organisers. An organisation's e-mail address is public.
 */
export function organisersOf(event: Thing): Partial<Pick<SourceTalk, OrganiserField>> {
  if (!event.says('organizer')) return {};
  const organisation = event
    .things('organizer')
    .find((thing) => !thing.types.has('Person') && !thing.types.has('Role') && thing.name('name') !== '');
  const name = organisation?.name('name') ?? '';
  const key = organisation?.id ?? '';
  return {
    department: organisation === undefined ? null : { name, ...(key === '' ? {} : { key }) },
    organisers: peopleOf(event, 'organizer').filter((person) => organisation === undefined || person.name !== name),
    ...(organisation?.says('email') === true
      ? { organiserEmail: organisation.text('email').replace(/^mailto:/i, '') }
      : {}),
  };
}

/** Recordings of the event, and works about it that have an address. */
export function materialsOf(event: Thing): Material[] {
  const recordings = event.things('recordedIn').map((work) => ({ ...workOf(work), type: 'recording' as const }));
  return [...recordings, ...event.things('subjectOf').map(workOf)].filter(({ url }) => url !== '');
}

/** The first image: others are often the same in other proportions. */
export function imageOf(thing: Thing): Image | null | undefined {
  return said(thing, ['image'], () => {
    const [value] = thing.values('image');
    const work = value === undefined ? undefined : thing.thingOf(value);
    if (work === undefined) return imageAt(thing.address('image'));
    return imageAt(work.address('url') || work.address('contentUrl') || work.id, work.name('caption'));
  });
}

function workOf(work: Thing): Material {
  const url = asWebAddress(work.address('url')) || asWebAddress(work.address('contentUrl'));
  const material = attachedMaterial(url, work.name('name'));
  const type = Object.entries(WORKS).find(([name]) => work.types.has(name))?.[1];
  return type === undefined ? material : { ...material, type };
}

const WORKS: Readonly<Record<string, MaterialType>> = {
  VideoObject: 'recording',
  PresentationDigitalDocument: 'slides',
  ScholarlyArticle: 'paper',
  ImageObject: 'picture',
};

/** From `about` and `keywords`: things, or words separated by commas. */
export function topicsOf(event: Thing): SourceTopic[] {
  const about = event.values('about').flatMap((value) => topicOf(value));
  const keywords = event
    .values('keywords')
    .flatMap((value) =>
      typeof value === 'string' ? value.split(',').map((label) => ({ label: label.trim() })) : topicOf(value),
    );
  const seen = new Set<string>();
  return [...about, ...keywords].filter(({ label }) => {
    const isNew = label !== '' && !seen.has(label);
    seen.add(label);
    return isNew;
  });
}

function topicOf(value: ThingValue): SourceTopic[] {
  if (!(value instanceof Thing)) return [{ label: stringText(value).trim() }];
  const uri = asWebAddress(value.id) || asWebAddress(value.address('url'));
  const label = value.name('name') || uri;
  return [uri === '' ? { label } : { label, uri }];
}

/** A code, or a Language with a name. */
export function eventLanguage(event: Thing): string {
  const [language] = event.things('inLanguage');
  return language?.text('alternateName', 'name') ?? event.text('inLanguage');
}

export function audienceOf(event: Thing): string {
  const words = event.values('audience').map((value) => {
    return value instanceof Thing ? value.name('audienceType', 'name') : stringText(value).trim();
  });
  return words.filter((word) => word !== '').join(', ');
}

type AdmissionField = 'bookingUrl' | 'cost';

/** Booking address, and cost as text or prices. */
export function admissionOf(event: Thing): Readonly<Record<AdmissionField, string | undefined>> {
  const offers = event.things('offers');
  const addresses = offers.map((offer) => asWebAddress(offer.address('url')));
  const costs = offers.map(costOf).filter((cost) => cost !== '');
  const isFree = /^(?:true|https?:\/\/schema\.org\/True)$/i.test(event.texts('isAccessibleForFree')[0] ?? '');
  return {
    bookingUrl: said(event, ['offers'], () => addresses.find((address) => address !== '') ?? ''),
    cost: said(event, ['offers', 'isAccessibleForFree'], () => [...new Set(costs)].join(', ') || (isFree ? FREE : '')),
  };
}

const FREE = 'Free';

/** The description replaces a price that is missing or zero. */
function costOf(offer: Thing): string {
  const [low, high] = [offer.text('lowPrice', 'price'), offer.text('highPrice')];
  const isFree = low !== '' && Number(low) === 0 && (high === '' || Number(high) === 0);
  if (low === '' || isFree) return offer.text('description') || (isFree ? FREE : '');
  const amount = high === '' || high === low ? low : `${low}–${high}`;
  return [amount, offer.text('priceCurrency')].filter((part) => part !== '').join(' ');
}
