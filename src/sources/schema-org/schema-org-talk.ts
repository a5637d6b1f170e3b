import type { TalkStatus } from '#catalogue/talk.ts';
import { sharedText } from '../shared-text.ts';
import { isoTime } from '../iso-time.ts';
import { ownUuid } from '../own-uuid.ts';
import type { Thing } from './schema-org-graph.ts';
import { said } from './schema-org-graph.ts';
import {
  admissionOf,
  audienceOf,
  eventLanguage,
  imageOf,
  materialsOf,
  organisersOf,
  peopleOf,
  topicsOf,
} from './schema-org-parts.ts';
import { locationOf } from './schema-org-place.ts';
import type { TimeContext } from './schema-org-schedule.ts';
import { eventTimes } from './schema-org-times.ts';
import { lastPart } from './schema-org-types.ts';
import { sourceTalk } from '../source-talk.ts';
import type { SourceSeries, SourceTalk } from '../source-talk.ts';
import { UTC } from '../wall-clock.ts';
import { asWebAddress } from '../web-address.ts';

interface EventContext extends TimeContext {
  readonly key: string;
  readonly line: number;
  /** The event of which it is a part. */
  readonly whole: Thing | undefined;
  /** Canonical address of the page; `''` if it has none, and for other files. The fetched address may be secret. */
  readonly address: string;
}

/** The talk, or one for each time of a schedule. @throws BadEntry */
export function schemaOrgTalks(event: Thing, context: EventContext): SourceTalk[] {
  const { key, line, whole, address } = context;
  const times = eventTimes(event, context);
  const { status, announced } = statusOf(event);
  const messages = [announced, doorsOf(event)].filter((text) => text !== '');
  const hasPlace = event.values('location').length > 0 || whole === undefined;
  const slug = ownUuid(event.text('identifier')) ?? ownUuid(event.id) ?? null;
  const fields = {
    line,
    title: said(event, ['name'], () => event.name('name')),
    description: said(event, ['description'], () => event.text('description')),
    status,
    specialMessage: said(event, ['eventStatus', 'doorTime'], () => messages.join('. ')),
    updated: isoTime(event.text('dateModified'), UTC)?.at,
    url: asWebAddress(event.address('url', 'mainEntityOfPage')) || address || undefined,
    ...locationOf(hasPlace ? event : whole),
    speakers: said(event, ['performer', 'performers'], () => peopleOf(event, 'performer', 'performers')),
    ...organisersOf(event),
    series: whole === undefined ? undefined : seriesOf(whole),
    topics: said(event, ['about', 'keywords'], () => topicsOf(event)),
    language: eventLanguage(event),
    materials: said(event, ['recordedIn', 'subjectOf'], () => materialsOf(event)),
    image: imageOf(event),
    audience: said(event, ['audience'], () => audienceOf(event)),
    ...admissionOf(event),
  };
  return times.map(({ id, ...time }) =>
    sourceTalk({ ...fields, ...time, ...(id === '' ? { key, slug } : { key: `${key}/${id}` }) }),
  );
}

/** Message of a postponed event: it does not take place at the given time, and has no new one yet. */
const POSTPONED = 'Postponed: there is no new date yet';

function statusOf(event: Thing): { readonly status: TalkStatus | undefined; readonly announced: string } {
  if (!event.says('eventStatus')) return { status: undefined, announced: '' };
  const words = [...event.texts('eventStatus'), ...event.things('eventStatus').map(({ id }) => id)];
  const statuses = words.map((word) => lastPart(word));
  if (statuses.includes('EventCancelled')) return { status: 'cancelled', announced: '' };
  if (statuses.includes('EventPostponed')) return { status: 'cancelled', announced: POSTPONED };
  return { status: 'published', announced: '' };
}

/** “Doors open at 19:00”, local time. */
function doorsOf(event: Thing): string {
  const [, clock] = /^(?:\d{4}-\d\d-\d\d[T ])?(\d\d:\d\d)/.exec(event.text('doorTime')) ?? [];
  return clock === undefined ? '' : `Doors open at ${clock}`;
}

/** The parent as a series; null when it has no name. */
function seriesOf(whole: Thing): SourceSeries | null | undefined {
  const title = sharedText(whole.name('name'));
  if (title === '') return whole.says('name') ? null : undefined;
  const slug = ownUuid(whole.id);
  const key = whole.id || whole.address('url');
  return {
    title,
    description: said(whole, ['description'], () => sharedText(whole.text('description'))),
    webAddress: said(whole, ['sameAs', 'url'], () => {
      return asWebAddress(whole.address('sameAs')) || asWebAddress(whole.address('url'));
    }),
    image: imageOf(whole),
    ...(key === '' ? {} : { key }),
    ...(slug === undefined ? {} : { slug }),
  };
}
