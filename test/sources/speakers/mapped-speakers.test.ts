import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readFeed } from '#sources/feed/feed.ts';
import { readIcalendar } from '#sources/icalendar/icalendar.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import { calendar, event } from '../../support/sources/import-calendars.ts';
import { readSource } from '../../support/sources/read-source.ts';

type Mapping = Readonly<Record<string, string>>;

async function only(title: string, lines: readonly string[], map: Mapping = {}): Promise<SourceTalk> {
  const text = calendar(event('moss', '20261201', title, ...lines));
  const { talks, problems } = await readSource(readIcalendar, text, { mapping: new Map(Object.entries(map)) });
  assert.deepEqual(problems, []);
  return talks[0] ?? assert.fail();
}

function names({ speakers }: SourceTalk): readonly string[] {
  return speakers.map(({ name, bio }) => (bio === undefined ? name : `${name} <${bio}>`));
}

describe('the attendees of a calendar event', () => {
  const attendee = (role: string, name: string): string =>
    `ATTENDEE;${role};CN="${name}":mailto:${name.replaceAll(/\W/g, '')}@example.org`;

  it('are speakers if their role says so, unlike the organiser and the chair', async () => {
    const talk = await only('On moss', [
      'ORGANIZER;CN=Grace Hopper:mailto:grace@example.org',
      attendee('ROLE=CHAIR', 'Emmy Noether'),
      attendee('ROLE=REQ-PARTICIPANT', 'Carl Gauss'),
      attendee('ROLE=X-SPEAKER', 'Ada Lovelace'),
      attendee('ROLE=REQ-PARTICIPANT;X-ROLE=Speaker', 'Doe, Jane'),
    ]);
    assert.deepEqual(names(talk), ['Ada Lovelace', 'Doe, Jane']);
    assert.deepEqual(
      talk.organisers.map(({ name }) => name),
      ['Grace Hopper'],
    );
  });

  it('leave the speakers unset if none has both a speaker role and a name', async () => {
    const talk = await only('On moss', [
      attendee('ROLE=CHAIR', 'Emmy Noether'),
      'ATTENDEE;ROLE=SPEAKER:mailto:a@example.org',
    ]);
    assert.ok(talk.unsaid.includes('speakers'));
  });

  it('are all speakers with --map speakers=ATTENDEE', async () => {
    const lines = [attendee('ROLE=CHAIR', 'Emmy Noether'), attendee('ROLE=OPT-PARTICIPANT', 'Doe, Jane')];
    assert.deepEqual(names(await only('On moss', lines, { speakers: 'ATTENDEE' })), ['Emmy Noether', 'Doe, Jane']);
    const organiser = ['ORGANIZER;CN=Grace Hopper:mailto:grace@example.org'];
    assert.deepEqual(names(await only('On moss', organiser, { speakers: 'organizer' })), ['Grace Hopper']);
  });
});

describe('--map for a calendar', () => {
  const moss = ['DESCRIPTION:Guest of honour: Ada Lovelace (Oxford)\\nMoss.', 'X-SPEAKER:Emmy Noether and Carl Gauss'];

  it('finds speakers in a property, after a label, and before or after a separator', async () => {
    for (const [title, written, expected] of [
      ['On moss', 'X-SPEAKER', ['Emmy Noether', 'Carl Gauss']],
      ['On moss', 'DESCRIPTION:Guest of honour', ['Ada Lovelace <Oxford>']],
      ['On moss', 'DESCRIPTION:Speaker | X-SPEAKER', ['Emmy Noether', 'Carl Gauss']],
      ['Plato: On moss: one', 'SUMMARY before :', ['Plato']],
      ['On moss - one - Plato', 'SUMMARY after last -', ['Plato']],
      ['On moss | Plato', 'SUMMARY after |', ['Plato']],
      ['On moss', 'SUMMARY after by', []],
      ['Plato', 'SUMMARY', ['Plato']],
      ['TBA', 'SUMMARY', []],
    ] as const) {
      assert.deepEqual(names(await only(title, moss, { speakers: written })), expected, written);
    }
  });

  it('finds the title, keeps a status word and leaves a title without the separator unchanged', async () => {
    const map = { speakers: 'SUMMARY before :', title: 'SUMMARY after :' };
    const talk = await only('CANCELLED: Plato: On moss: one', [], map);
    assert.deepEqual([talk.title, talk.status, names(talk)], ['On moss: one', 'cancelled', ['Plato']]);
    assert.equal((await only('On moss', [], map)).title, 'On moss');
    assert.equal((await only('Seminar', ['DESCRIPTION:Topic: Moss'], { title: 'DESCRIPTION:Topic' })).title, 'Moss');
  });

  it('sets hosts and organisers', async () => {
    const talk = await only('On moss', moss, { hosts: 'X-SPEAKER', organisers: 'DESCRIPTION:Guest of honour' });
    assert.deepEqual(talk.hosts, [{ name: 'Emmy Noether' }, { name: 'Carl Gauss' }]);
    assert.deepEqual(talk.organisers, [{ name: 'Ada Lovelace', bio: 'Oxford' }]);
  });

  it('notes fields that calendars lack unless the whole mapping is for another format', async () => {
    const notesOf = async (map: Mapping): Promise<readonly string[]> => {
      const text = calendar(event('moss', '20261201', 'On moss', 'DTEND:20261201T180000Z'));
      return (await readSource(readIcalendar, text, { mapping: new Map(Object.entries(map)) })).notes;
    };
    assert.deepEqual(await notesOf({ speakers: 'ATTENDEE', start: 'Date' }), [
      '1 × --map start: not used, since calendars have no such field or property',
    ]);
    assert.deepEqual(await notesOf({ title: 'Subject', start: 'Date' }), []);
  });

  it('leaves the speakers unset if the event lacks the property', async () => {
    const talk = await only('On moss', [], { speakers: 'ATTENDEE' });
    assert.ok(talk.unsaid.includes('speakers'));
  });
});

it('--map for a feed finds speakers in titles, descriptions and other elements', async () => {
  const feed = `<rss version="2.0" xmlns:x="urn:x"><channel><item><guid>1</guid><x:dtstart>20261201T170000Z</x:dtstart><title>Plato: On moss</title><description>Guest: Ada Lovelace</description><x:who>Emmy Noether</x:who></item></channel></rss>`;
  for (const [map, expected] of [
    [{ speakers: 'title before :', title: 'title after :' }, ['On moss', 'Plato']],
    [{ speakers: 'description:Guest' }, ['Plato: On moss', 'Ada Lovelace']],
    [{ speakers: 'x:who' }, ['Plato: On moss', 'Emmy Noether']],
  ] as const) {
    const { talks } = await readSource(readFeed, feed, { mapping: new Map(Object.entries(map)) });
    assert.deepEqual(
      talks.flatMap(({ title, speakers }) => [title, ...speakers.map(({ name }) => name)]),
      expected,
    );
  }
});
