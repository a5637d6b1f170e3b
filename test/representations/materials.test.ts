import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { icalendar } from '#representations/calendar/icalendar-feed.ts';
import { jscalendar } from '#representations/calendar/jscalendar-feed.ts';
import { atom } from '#representations/feeds/atom.ts';
import { jsonFeed } from '#representations/feeds/json-feed.ts';
import { plainText } from '#representations/feeds/plain-text.ts';
import { jsonLd } from '#representations/linked-data/json-ld.ts';
import { scheduleEvents } from '#representations/schedule/frab.ts';
import { publication } from '../support/catalogue/publication.ts';
import { bareTalk, recordedTalk } from '../support/catalogue/talk-details.ts';

const OPTIONS = { cancelled: 'status', alarm: null } as const;
const VIDEO = 'https://video.example.org/watch?v=1&t=2';
const PDF = 'https://files.example.org/moss.pdf';

function json(bytes: Buffer): Record<string, unknown> {
  return JSON.parse(bytes.toString()) as Record<string, unknown>;
}

describe('recordings, slides and other materials', () => {
  it('are ATTACH in iCalendar, except a live stream, which is CONFERENCE', () => {
    const lines = icalendar(publication, OPTIONS)
      .entry(recordedTalk)
      .toString()
      .replaceAll('\r\n ', '')
      .split('\r\n')
      .filter((line) => /^(ATTACH|CONFERENCE)/.test(line));
    assert.deepEqual(lines, [
      'CONFERENCE;VALUE=URI;FEATURE=VIDEO;LABEL=Live stream:https://live.example.org/1',
      `ATTACH:${VIDEO}`,
      `ATTACH;FMTTYPE=application/pdf:${PDF}`,
      'ATTACH:https://doi.example.org/10.1/moss',
      'ATTACH;FMTTYPE=image/jpeg:https://files.example.org/moss.jpg',
      'ATTACH:https://moss.example.org/',
    ]);
  });

  it('are links in JSCalendar', () => {
    const { links } = json(jscalendar(publication, OPTIONS).entry(recordedTalk));
    assert.ok(typeof links === 'object' && links !== null);
    assert.deepEqual(Object.keys(links), [
      'page',
      'recording-1',
      'slides-2',
      'paper-3',
      'picture-4',
      'live_stream-5',
      'link-6',
    ]);
    assert.deepEqual('slides-2' in links && links['slides-2'], {
      '@type': 'Link',
      href: PDF,
      contentType: 'application/pdf',
      rel: 'enclosure',
      title: 'Slides',
    });
  });

  it('are enclosure links in Atom if they are files and related links if they are pages', () => {
    const links = atom(publication, OPTIONS)
      .entry(recordedTalk)
      .toString()
      .match(/<link .*?\/>/g);
    assert.deepEqual(links?.slice(1, 3), [
      `<link rel="related" href="https://video.example.org/watch?v=1&amp;t=2" title="The &lt;whole&gt; talk"/>`,
      `<link rel="enclosure" type="application/pdf" href="${PDF}" title="Slides"/>`,
    ]);
  });

  it('are attachments in JSON Feed if they are files', () => {
    assert.deepEqual(json(jsonFeed(publication, OPTIONS).entry(recordedTalk)).attachments, [
      { url: PDF, mime_type: 'application/pdf', title: 'Slides' },
      { url: 'https://files.example.org/moss.jpg', mime_type: 'image/jpeg', title: 'Moss' },
    ]);
    assert.ok(!('attachments' in json(jsonFeed(publication, OPTIONS).entry(bareTalk))));
  });

  it('are creative works in JSON-LD', () => {
    const { recordedIn, subjectOf } = json(jsonLd(publication, OPTIONS).entry(recordedTalk));
    assert.deepEqual(recordedIn, { '@type': 'VideoObject', url: VIDEO, name: 'The <whole> talk' });
    assert.ok(Array.isArray(subjectOf));
    assert.deepEqual(subjectOf.slice(0, 2), [
      { '@type': 'PresentationDigitalDocument', url: PDF, name: 'Slides' },
      { '@type': 'ScholarlyArticle', url: 'https://doi.example.org/10.1/moss', name: 'On moss' },
    ]);
  });

  it('are attachments in a schedule and not repeated in its description', () => {
    const { attachments, links, description } = scheduleEvents(publication, OPTIONS)(recordedTalk, 1);
    assert.deepEqual(links, []);
    assert.deepEqual(attachments.slice(0, 2), [
      { url: VIDEO, title: 'Recording: The <whole> talk' },
      { url: PDF, title: 'Slides' },
    ]);
    assert.equal(description, '');
  });

  it('are listed by kind, title and address in plain text', () => {
    const text = plainText(publication, OPTIONS).entry(recordedTalk).toString().replace(/\s+/g, ' ');
    assert.match(text, / Recording: The <whole> talk, https:\/\/video\.example\.org\/watch\?v=1&t=2 Slides: https/);
  });
});
