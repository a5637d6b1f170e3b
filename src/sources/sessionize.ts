import { endOr, noStart, type Findings, type Mend } from './findings.ts';
import { isObject, membersOf, objectsOf, optionalText, stringText, type JsonObject } from './json-document.ts';
import { jsonReader, jsonTime } from './json-entries.ts';
import { hiddenBy } from './hidden.ts';
import { noteClock, noteNoEnd } from './notes.ts';
import type { ReadOptions, SourceBatch } from './source-format.ts';
import { imageAt } from './source-image.ts';
import { materialsAt } from './source-material.ts';
import { sourceTalk, type SourcePerson, type SourceTalk } from './source-talk.ts';
import { asWebAddress } from './web-address.ts';

/** Reads a response of Sessionize's API: the All, Sessions or GridSmart view of an event. */
export const readSessionize = jsonReader(takeView);

function* takeView(found: Findings, view: unknown, options: ReadOptions): Generator<SourceBatch> {
  const sessions = [...sessionsIn(view)];
  if (sessions.length === 0 && !Array.isArray(isObject(view) ? view.sessions : view)) {
    found.noEvents('Use the address of the view All: https://sessionize.com/api/v2/ID/view/All.', 'sessions');
    return;
  }
  const named = new NamedInView(view);
  for (const [index, session] of sessions.entries()) {
    const line = index + 1;
    found.named(Object.keys(session));
    found.notes.at(line);
    const key = stringText(session.id);
    // Breaks, lunch, registration.
    if (session.isServiceSession === true) found.notes.leave('service sessions, such as breaks: left out');
    else found.entry(line, key, (mend) => [talkOf(session, { line, named, found, options, mend })]);
    yield* found.enough();
  }
}

/** Sessions are in one list, in groups, or by day and room. */
function* sessionsIn(view: unknown): Generator<JsonObject> {
  if (isObject(view)) yield* objectsOf(view.sessions);
  for (const group of Array.isArray(view) ? objectsOf(view) : []) {
    yield* objectsOf(group.sessions);
    for (const room of objectsOf(group.rooms)) yield* objectsOf(room.sessions);
  }
}

/** Speakers and rooms, which the All view refers to by number. */
class NamedInView {
  readonly #speakers: ReadonlyMap<string, JsonObject>;
  readonly #rooms: ReadonlyMap<string, string>;

  constructor(view: unknown) {
    const { speakers, rooms } = membersOf(view);
    this.#speakers = new Map(objectsOf(speakers).map((speaker) => [stringText(speaker.id), speaker]));
    this.#rooms = new Map(objectsOf(rooms).map(({ id, name }) => [stringText(id), stringText(name)]));
  }

  room({ room, roomId }: JsonObject): string | undefined {
    return optionalText(room) ?? (optionalText(roomId) === undefined ? undefined : this.#rooms.get(stringText(roomId)));
  }

  speakers({ speakers }: JsonObject): SourcePerson[] | undefined {
    if (!Array.isArray(speakers)) return undefined;
    return speakers
      .map((speaker: unknown) => {
        const { id, name } = isObject(speaker) ? speaker : { id: speaker, name: undefined };
        const known = this.#speakers.get(stringText(id));
        return { ...detailsOf(known), key: stringText(id), name: (nameOf(known) || stringText(name)).trim() };
      })
      .filter(({ name }) => name !== '');
  }
}

function nameOf(speaker: JsonObject | undefined): string {
  if (speaker === undefined) return '';
  return stringText(speaker.fullName) || `${stringText(speaker.firstName)} ${stringText(speaker.lastName)}`;
}

/** The tag line is the affiliation; the biography is prose. */
function detailsOf(speaker: JsonObject | undefined): Partial<SourcePerson> {
  if (speaker === undefined) return {};
  return {
    bio: optionalText(speaker.tagLine) ?? optionalText(speaker.bio),
    image: imageAt(optionalText(speaker.profilePicture)),
  };
}

interface SessionContext {
  readonly line: number;
  readonly named: NamedInView;
  readonly found: Findings;
  readonly options: ReadOptions;
  readonly mend: Mend;
}

const HINT = 'Fix the session at Sessionize.';

function talkOf(session: JsonObject, { line, named, found, options, mend }: SessionContext): SourceTalk {
  const start = jsonTime(session, 'startsAt', options.zone, HINT);
  if (start === undefined) throw noStart('startsAt', 'Schedule the session at Sessionize.');
  const end = endOr(undefined, mend, () => jsonTime(session, 'endsAt', options.zone, HINT)?.at);
  if (end === undefined) noteNoEnd(found.notes);
  noteClock(found.notes, start);
  const live = optionalText(session.liveUrl);
  return sourceTalk({
    key: stringText(session.id),
    line,
    title: optionalText(session.title),
    start: start.at,
    end: end ?? start.at,
    clock: start.clock,
    zone: start.zone,
    description: optionalText(session.description),
    status:
      optionalText(session.status) === undefined
        ? undefined
        : /^cancell?ed$/i.test(stringText(session.status))
          ? 'cancelled'
          : 'published',
    hidden: hiddenBy({ status: optionalText(session.status) }),
    room: named.room(session),
    onlineUrl: live === undefined ? undefined : asWebAddress(live),
    speakers: named.speakers(session),
    materials: materialsAt(['recording', optionalText(session.recordingUrl)]),
  });
}
