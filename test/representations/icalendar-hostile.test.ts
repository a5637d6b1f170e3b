import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { proseText } from '#representations/prose-text.ts';
import { hostileTalk, hostileText } from '../support/hostile/hostile-text.ts';
import { RUNS } from '../support/property-runs.ts';
import { HEAD, richTalk, written } from '../support/render/written-calendar.ts';

describe('arbitrary text in a calendar', () => {
  /** The text that is kept: with uniform line ends and without control characters. */
  function kept(text: string): string {
    return text
      .replace(/\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]/g, '\n')
      .replace(/[^\P{Cc}\n\t]/gu, '')
      .replace(/\p{Surrogate}/gu, '\ufffd');
  }

  /** The text that is kept in a parameter. */
  function keptInParameter(text: string): string {
    return kept(text).replaceAll('"', "'").replaceAll('\n', ' ').replaceAll('\\', '/');
  }

  const POSSIBLE =
    'uid dtstamp created last-modified sequence status dtstart dtend transp summary description x-alt-desc location geo url conference attach image categories organizer contact comment';

  const hostileEvent = fc
    .tuple(hostileTalk, hostileText)
    .map(([details, uid]) => ({ ...details, talk: { ...details.talk, uid } }));

  const hostileHead = fc.record({
    title: hostileText,
    description: hostileText,
    self: hostileText,
    page: fc.option(hostileText),
  });

  it('stays inside its property', () => {
    fc.assert(
      fc.property(hostileEvent, hostileHead, (details, head) => {
        const root = ICAL.Component.fromString(written(details, { ...HEAD, ...head }).toString());
        assert.deepEqual(
          root.getAllSubcomponents().map(({ name }) => name),
          ['vtimezone', 'vevent'],
        );
        const event = root.getFirstSubcomponent('vevent');
        assert.ok(event !== null);
        assert.deepEqual(event.getAllSubcomponents(), []);
        const names = event.getAllProperties().map(({ name }) => name);
        const repeats = (name: string, at: number): boolean =>
          /^(conference|attach)$/.test(name) && names[at - 1] === name;
        assert.deepEqual(
          names.filter((name, at) => !repeats(name, at)),
          POSSIBLE.split(' ').filter((name) => names.includes(name)),
          'in order, and repeated only for materials',
        );
        const { talk, series, topics, venue } = details;
        const value = (name: string): unknown => event.getFirstPropertyValue(name) ?? '';
        assert.equal(value('uid'), kept(talk.uid) || talk.slug);
        const title = talk.status === 'cancelled' ? `Cancelled: ${talk.title}` : talk.title;
        assert.equal(value('summary'), kept(title));
        assert.equal(value('comment'), kept(talk.specialMessage));
        if (venue === null && talk.locationDetails !== '') assert.equal(value('location'), kept(talk.locationDetails));
        assert.deepEqual(
          event.getFirstProperty('categories')?.getValues() ?? [],
          [...topics.map(({ label }) => label), series?.title ?? '']
            .map((label) => kept(label).replace(/\\+$/, ''))
            .filter((label) => label !== ''),
        );
        for (const part of [
          proseText(talk.description),
          talk.audience,
          talk.bookingUrl,
          talk.bookingEmail,
          talk.cost,
        ]) {
          assert.ok(String(value('description')).includes(kept(part)));
        }
        for (const name of root.getAllProperties().map((one) => one.name)) assert.doesNotMatch(name, /evil|attendee/);
      }),
      { numRuns: RUNS.usual },
    );
  });

  it('stays inside the CN parameter of the organiser', () => {
    fc.assert(
      fc.property(hostileText, (name) => {
        const { organisingDepartment } = richTalk;
        assert.ok(organisingDepartment !== null);
        const details = { ...richTalk, organisingDepartment: { ...organisingDepartment, name } };
        const event = ICAL.Component.fromString(written(details).toString()).getFirstSubcomponent('vevent');
        const organizer = event?.getFirstProperty('organizer');
        assert.equal(organizer?.getFirstValue(), 'mailto:moss@example.org');
        const parameters = (organizer.toJSON() as [string, Record<string, string>])[1];
        assert.deepEqual(parameters, kept(name) === '' ? {} : { cn: keptInParameter(name) });
      }),
      { numRuns: RUNS.usual },
    );
  });

  it('is folded at 75 octets, between characters, with every line ending in CRLF', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    fc.assert(
      fc.property(hostileEvent, hostileHead, (details, head) => {
        const bytes = written(details, { ...HEAD, ...head });
        const text = bytes.toString('latin1');
        assert.ok(text.endsWith('\r\n'));
        const lines = text.slice(0, -2).split('\r\n');
        for (const line of lines) {
          assert.ok(line.length > 0 && line.length <= 75, `${line.length} octets`);
          assert.doesNotMatch(line, /[\0-\x08\x0a-\x1f\x7f]/);
          decoder.decode(Buffer.from(line, 'latin1'));
        }
      }),
      { numRuns: RUNS.usual },
    );
  });
});
