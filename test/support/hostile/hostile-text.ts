import fc from 'fast-check';
import { isImageUrl } from '#catalogue/image.ts';
import type { Image } from '#catalogue/image.ts';
import { isMaterialUrl, MATERIAL_TYPES } from '#catalogue/material.ts';
import type { Material } from '#catalogue/material.ts';
import type { Person } from '#catalogue/person.ts';
import type { Place } from '#catalogue/place.ts';
import type { DatedTalk } from '#catalogue/talk-details.ts';
import { anyCharacter } from './any-character.ts';
import { bareTalk, richTalk, series } from '../catalogue/talk-details.ts';

/** Pieces that have broken software that writes HTML, XML, JSON or iCalendar. */
const PIECES = [
  '<script>alert(1)</script>',
  '</title><b>',
  ']]>',
  '<!--',
  '-->',
  '&amp;',
  '&#0;',
  '&lt;',
  '"',
  "'",
  '\\',
  '\\n',
  ';',
  ',',
  ':',
  '\r',
  '\n',
  '\r\n',
  '\r\nATTENDEE:mailto:evil@example.org',
  '\nEND:VEVENT',
  '\rBEGIN:VALARM',
  '\u2028X-EVIL:1',
  '\u0085X-EVIL:1',
  '\0',
  '\x01',
  '\x0b',
  '\x1f',
  '\x7f',
  '\ufffe',
  '\uffff',
  '\ud800',
  '\udc00',
  '\u{1F331}',
  'e\u0301',
  'שלום',
  '日本語のとても長い題名です',
  '\t',
  '  ',
  'javascript:alert(1)',
];

/** Any text, including lone surrogates, often with hostile pieces. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...PIECES) },
      { weight: 2, arbitrary: fc.string({ unit: anyCharacter }) },
      fc
        .array(fc.integer({ min: 0xd7f0, max: 0xe00f }), { maxLength: 4 })
        .map((units) => String.fromCharCode(...units)),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''));

const hostileUrl = hostileText.map((text) => `https://files.example.org/${text.replace(/[\s<>"\p{Cc}\p{Cs}]/gu, '')}`);

/** Makes a text non-empty, because catalogues reject empty names. */
function named(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return text.map((one) => `N${one}`);
}

const image: fc.Arbitrary<Image> = fc.record({
  url: fc.oneof(fc.constant('people/doe.jpg'), hostileUrl.filter(isImageUrl)),
  alt: hostileText,
});

const person: fc.Arbitrary<Person> = fc.record({
  type: fc.constant('person' as const),
  slug: fc.uuid(),
  name: named(hostileText),
  bio: hostileText,
  webAddress: hostileText,
  emailAddress: fc.constant('private@example.org'),
  image: fc.option(image),
});

function place(kind: Place['kind']): fc.Arbitrary<Place> {
  return fc.record({
    type: fc.constant('place' as const),
    id: fc.integer({ min: 0 }).map((number) => `place:${number}`),
    kind: fc.constant(kind),
    name: named(hostileText),
    address: hostileText,
    parent: fc.constant(null),
    latitude: fc.constant(null),
    longitude: fc.constant(null),
    accessibility: hostileText,
  });
}

const material: fc.Arbitrary<Material> = fc.record({
  type: fc.constantFrom(...MATERIAL_TYPES),
  url: hostileUrl.filter(isMaterialUrl),
  title: hostileText,
});

/** A talk in which every text is hostile. */
export const hostileTalk: fc.Arbitrary<DatedTalk> = fc
  .record({
    materials: fc.array(material, { maxLength: 3 }),
    image: fc.option(image),
    texts: fc.array(hostileText, { minLength: 14, maxLength: 14 }),
    status: fc.constantFrom('published' as const, 'preparation' as const, 'cancelled' as const),
    people: fc.array(person, { maxLength: 3 }),
    venue: fc.option(place('venue')),
    department: fc.option(place('organisation')),
    inSeries: fc.boolean(),
  })
  .map(({ materials, image, texts, status, people, venue, department, inSeries }) => {
    const text = (at: number): string => texts[at] ?? '';
    return {
      ...(inSeries ? richTalk : bareTalk),
      talk: {
        ...richTalk.talk,
        status,
        title: text(0),
        description: text(1),
        locationDetails: text(2),
        organiserEmail: text(3),
        audience: text(4),
        bookingUrl: text(5),
        bookingEmail: text(6),
        cost: text(7),
        specialMessage: text(8),
        onlineUrl: text(9),
        bookingRequired: text(10),
        materials,
        image,
      },
      series: inSeries ? { ...series, title: text(11), description: text(12) } : null,
      venue,
      organisingDepartment: department,
      topics: [{ type: 'topic', uri: 'http://topics.example.org/1', label: `N${text(13)}` }],
      speakers: people,
      hosts: people,
      organisers: people.slice(0, 1),
    };
  });
