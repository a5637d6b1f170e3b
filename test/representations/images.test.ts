import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { icalendar } from '#representations/calendar/icalendar-feed.ts';
import { jscalendar } from '#representations/calendar/jscalendar-feed.ts';
import { atom } from '#representations/feeds/atom.ts';
import { csv } from '#representations/feeds/csv-feed.ts';
import { jsonFeed } from '#representations/feeds/json-feed.ts';
import { rss } from '#representations/feeds/rss.ts';
import { personDocument, seriesDocument, talkDocument } from '#representations/linked-data/json-ld.ts';
import { scheduleEvents } from '#representations/schedule/frab.ts';
import { publication } from '../support/catalogue/publication.ts';
import { bareTalk, recordedTalk, richTalk, series } from '../support/catalogue/talk-details.ts';

const OPTIONS = { cancelled: 'status', alarm: null } as const;
const ADDRESS = 'https://talks.example.org/images/moss.jpg';
const IMAGE = { url: 'moss.jpg', alt: 'Moss on a wall' };
const SPEAKERS = richTalk.speakers.map((person) => ({ ...person, image: { url: 'people/ada.png', alt: '' } }));
const AVATAR = 'https://talks.example.org/images/people/ada.png';
const PICTURED = { ...bareTalk, talk: { ...bareTalk.talk, image: IMAGE }, speakers: SPEAKERS };

function json(text: Buffer | string): Record<string, unknown> {
  return JSON.parse(text.toString()) as Record<string, unknown>;
}

describe('pictures', () => {
  it('are badges in calendars', () => {
    const lines = icalendar(publication, OPTIONS).entry(PICTURED).toString().replaceAll('\r\n ', '').split('\r\n');
    assert.deepEqual(
      lines.filter((line) => line.startsWith('IMAGE')),
      [`IMAGE;VALUE=URI;FMTTYPE=image/jpeg;DISPLAY=BADGE:${ADDRESS}`],
    );
    const { links } = json(jscalendar(publication, OPTIONS).entry(PICTURED)) as { links: Record<string, unknown> };
    assert.deepEqual(links.image, {
      '@type': 'Link',
      href: ADDRESS,
      contentType: 'image/jpeg',
      rel: 'icon',
      display: 'badge',
      title: IMAGE.alt,
    });
  });

  it('are thumbnails in Atom and RSS, images and avatars in JSON Feed', () => {
    const thumbnail = `<media:thumbnail xmlns:media="http://search.yahoo.com/mrss/" url="${ADDRESS}"/>`;
    for (const feed of [atom, rss]) {
      const writer = feed(publication, OPTIONS);
      assert.ok(writer.entry(PICTURED).toString().includes(thumbnail));
      assert.ok(!writer.entry(bareTalk).toString().includes('media:'));
    }
    const item = json(jsonFeed(publication, OPTIONS).entry(PICTURED));
    assert.equal(item.image, ADDRESS);
    assert.equal((item.authors as { avatar: string }[])[0]?.avatar, AVATAR);
  });

  it('are images in JSON-LD, where they replace the card of a talk', () => {
    const object = { '@type': 'ImageObject', url: ADDRESS, caption: IMAGE.alt };
    const talk = json(talkDocument(publication, PICTURED, 'https://talks.example.org/card.png'));
    assert.deepEqual(talk.image, object);
    assert.equal((talk.performer as { image: string }).image, AVATAR);
    assert.deepEqual(json(seriesDocument(publication, { ...series, image: IMAGE })).image, object);
    const [person] = SPEAKERS;
    assert.ok(person);
    assert.equal((json(personDocument(publication, person)).mainEntity as { image: string }).image, AVATAR);
  });

  it('are the logo of a talk and the avatars of people in schedules', () => {
    const { logo, persons } = scheduleEvents(publication, OPTIONS)(PICTURED, 1);
    assert.equal(logo, ADDRESS);
    assert.equal(persons[0]?.avatar, AVATAR);
  });
});

it('a CSV table has a column for each kind of material and for the picture', () => {
  const writer = csv(publication, OPTIONS);
  const row = writer.entry({ ...recordedTalk, talk: { ...recordedTalk.talk, image: IMAGE } }).toString();
  const cells = [
    'https://video.example.org/watch?v=1&t=2 The <whole> talk',
    'https://files.example.org/moss.pdf',
    'https://doi.example.org/10.1/moss On moss',
    'https://live.example.org/1',
    '"https://files.example.org/moss.jpg Moss; https://moss.example.org/"',
    ADDRESS,
    IMAGE.alt,
  ];
  // The last column says whether it is all day.
  assert.ok(row.endsWith(`,${cells.join(',')},\r\n`), row);
});

it('an RSS item encloses the first audio or video file', () => {
  const file = (url: string): { type: 'recording'; url: string; title: string } => ({
    type: 'recording',
    url,
    title: '',
  });
  const materials = ['https://a.example/watch', 'https://a.example/1.mp3?x&y', 'https://a.example/2.mp4'].map(file);
  const item = rss(publication, OPTIONS)
    .entry({ ...bareTalk, talk: { ...bareTalk.talk, materials } })
    .toString();
  assert.deepEqual(item.match(/<enclosure.*/g), [
    '<enclosure url="https://a.example/1.mp3?x&amp;y" length="0" type="audio/mpeg"/>',
  ]);
});
