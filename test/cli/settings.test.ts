import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { readSettings } from '#cli/settings/read-settings.ts';
import { isList } from '#cli/settings/setting.ts';
import { SETTING_NAMES, SETTINGS } from '#cli/settings/settings.ts';
import type { Settings } from '#cli/settings/settings.ts';
import { problems, settings } from './settings-read.ts';

const DEFAULTS: Settings = {
  database: 'sqlite:lectern.db',
  cacheFolder: null,
  same: null,
  corrections: resolve('lectern.corrections.yaml'),
  keepPastTalks: null,
  host: '127.0.0.1',
  port: 8080,
  shutdownGrace: 10,
  rateLimit: 200,
  metrics: { host: '127.0.0.1', port: 9464 },
  statusToken: null,
  trustedProxies: [],
  baseUrl: null,
  placesUrl: null,
  mapsUrl: null,
  links: 'paths',
  uidForm: 'slug',
  oldAddresses: null,
  timeZone: 'Europe/London',
  defaultCount: 20,
  maximumCount: 1000,
  parameters: 'strict',
  alarm: null,
  terms: [],
  privateCalendars: 'hidden',
  jsonp: 'off',
  mcp: 'off',
  compatible: 'none',
  untitled: 'To be announced',
  brandName: 'Lectern',
  brandLogo: null,
  brandColour: null,
  brandLinks: [],
  brandCss: null,
  brandPicture: null,
  brandPictureAlt: '',
  brandWelcome: '',
  featured: null,
  images: null,
  imageHosts: [],
  privacyUrl: null,
  privacyContact: null,
  sources: null,
  year: null,
  statusWords: 'read',
  speakersInText: 'read',
  allowHost: new Set(),
  contact: null,
  workers: null,
  answerMemory: 8,
  config: null,
  accessLog: 'off',
  accessLogPersonal: 'off',
  traces: 'off',
  logLevel: 'info',
  logFormat: 'auto',
};

describe('settings', () => {
  it('are the defaults if nothing is set', () => {
    assert.deepEqual(settings({}), DEFAULTS);
  });

  it('put the corrections file beside an SQLite database, unless it is set', () => {
    const at = (database: string, corrections?: string) =>
      settings({ database, ...(corrections === undefined ? {} : { corrections }) }).corrections;
    assert.deepEqual(
      [at('sqlite:/srv/talks.db'), at('sqlite:/srv/uni.talks'), at('postgres://localhost/talks')],
      ['/srv/talks.corrections.yaml', '/srv/uni.corrections.yaml', null],
    );
    assert.equal(at('sqlite:/srv/talks.db', 'c.yaml'), 'c.yaml');
  });

  it('have valid defaults', () => {
    for (const name of SETTING_NAMES) {
      const { default: value, defaultText, read } = SETTINGS[name];
      // No text stands for it.
      if (value === null) continue;
      const list = isList(SETTINGS[name]) ? '' : undefined;
      const text = list ?? (typeof value === 'object' ? defaultText : String(value));
      assert.deepEqual(read(text, name), { ok: true, value }, name);
    }
  });

  it('come from flags, then variables, then defaults; an empty variable counts as unset', () => {
    const environment = { LECTERN_PORT: '1000', LECTERN_HOST: '::1', LECTERN_LINKS: '' };
    assert.deepEqual(settings({ port: '2000' }, environment), { ...DEFAULTS, port: 2000, host: '::1' });
  });

  it('fall back to PORT and HOST, which hosting platforms set', () => {
    const platform = { PORT: '3000', HOST: '::' };
    assert.deepEqual(settings({}, platform), { ...DEFAULTS, port: 3000, host: '::' });
    assert.deepEqual(settings({}, { ...platform, LECTERN_PORT: '', LECTERN_HOST: '' }).port, 3000);
    assert.deepEqual(settings({ host: '127.0.0.2' }, { ...platform, LECTERN_PORT: '1000' }), {
      ...DEFAULTS,
      port: 1000,
      host: '127.0.0.2',
    });
    // Some shells set HOST to the name of the machine, which is ignored.
    assert.deepEqual(settings({}, { HOST: 'my-machine', PORT: '' }), DEFAULTS);
    assert.deepEqual(problems({}, { PORT: 'tcp://10.0.0.1:80' }), [
      'PORT "tcp://10.0.0.1:80" is not a whole number from 0 to 65535.',
    ]);
  });

  it('accept every kind of value', () => {
    const values: { readonly [Name in keyof Settings]: readonly [text: string, value: Settings[Name]] } = {
      database: ['sqlite:/srv/talks of today.db', 'sqlite:/srv/talks of today.db'],
      cacheFolder: ['/var/cache/lectern', '/var/cache/lectern'],
      same: ['/srv/same.txt', '/srv/same.txt'],
      corrections: ['/srv/corrections.yaml', '/srv/corrections.yaml'],
      keepPastTalks: ['18m', '18m'],
      host: ['0.0.0.0', '0.0.0.0'],
      port: ['0', 0],
      shutdownGrace: ['0', 0],
      rateLimit: ['off', null],
      metrics: ['[::1]:9464', { host: '::1', port: 9464 }],
      statusToken: ['correct-horse-battery', 'correct-horse-battery'],
      trustedProxies: ['10.0.0.7, 2001:DB8::/32,10.0.0.7,', ['10.0.0.7', '2001:db8::/32']],
      baseUrl: ['https://Talks.example.org/listing/', 'https://talks.example.org/listing'],
      placesUrl: ['https://data.example.org/id/', '//data.example.org/id/'],
      mapsUrl: ['http://maps.example.org/#/places/', '//maps.example.org/#/places/'],
      links: ['absolute', 'absolute'],
      uidForm: ['oxtalks', 'oxtalks'],
      oldAddresses: ['/srv/old.csv', '/srv/old.csv'],
      timeZone: ['Asia/Tokyo', 'Asia/Tokyo'],
      defaultCount: ['50', 50],
      maximumCount: ['50', 50],
      parameters: ['lenient', 'lenient'],
      alarm: ['2h', 120],
      terms: [
        'Hilary=2027-01-17, Michaelmas = 2026-10-11 / 2026-12-12,',
        [
          { name: 'Michaelmas', first: 20_737, last: 20_799 },
          { name: 'Hilary', first: 20_835, last: 20_890 },
        ],
      ],
      privateCalendars: ['unlisted', 'unlisted'],
      jsonp: ['on', 'on'],
      mcp: ['on', 'on'],
      compatible: ['none', 'none'],
      untitled: [' Title follows ', 'Title follows'],
      brandName: [' Talks of Exampleton ', 'Talks of Exampleton'],
      brandLogo: ['/srv/logo.SVG', '/srv/logo.SVG'],
      brandColour: ['#A0f', '#aa00ff'],
      brandLinks: [
        'Privacy=https://example.org/p?a=b, Contact = mailto:a@example.org,Top=/',
        [
          { label: 'Privacy', href: 'https://example.org/p?a=b' },
          { label: 'Contact', href: 'mailto:a@example.org' },
          { label: 'Top', href: '/' },
        ],
      ],
      brandCss: ['/srv/more.css', '/srv/more.css'],
      brandPicture: ['/srv/hall.webp', '/srv/hall.webp'],
      brandPictureAlt: [' The hall ', 'The hall'],
      brandWelcome: ['Come and listen.', 'Come and listen.'],
      featured: [
        'https://talks.example.org/x/talks/series/id/ae188ae7-aade-5372-95a2-d2cecd574d47',
        { kind: 'series', slug: 'ae188ae7-aade-5372-95a2-d2cecd574d47' },
      ],
      images: ['/srv/pictures', '/srv/pictures'],
      config: ['/etc/lectern.yaml', '/etc/lectern.yaml'],
      privacyUrl: ['https://example.org/privacy', 'https://example.org/privacy'],
      privacyContact: ['data@example.org', 'data@example.org'],
      imageHosts: [
        'IMG.example.org, *.example.com:8443,10.0.0.7,',
        ['img.example.org', '*.example.com:8443', '10.0.0.7'],
      ],
      year: ['2026/27', '2026/27'],
      statusWords: ['ignore', 'ignore'],
      speakersInText: ['ignore', 'ignore'],
      sources: ['/etc/lectern/sources.yaml', '/etc/lectern/sources.yaml'],
      allowHost: [
        'Talks.Internal, 10.0.0.7:8080,[FD00::7],',
        new Set(['talks.internal', '10.0.0.7:8080', '[fd00::7]']),
      ],
      contact: ['talks@example.org', 'talks@example.org'],
      workers: ['3', 3],
      answerMemory: ['0', 0],
      accessLog: ['json', 'json'],
      accessLogPersonal: ['on', 'on'],
      traces: ['on', 'on'],
      logLevel: ['silent', 'silent'],
      logFormat: ['text', 'text'],
    };
    const flags = Object.fromEntries(Object.entries(values).map(([name, [text]]) => [name, text]));
    const expected = Object.fromEntries(Object.entries(values).map(([name, [, value]]) => [name, value]));
    assert.deepEqual(settings(flags), expected);
  });

  const OXTALKS = {
    links: 'absolute',
    uidForm: 'oxtalks',
    placesUrl: '//api.m.ox.ac.uk/places/',
    mapsUrl: '//maps.ox.ac.uk/#/places/',
    parameters: 'lenient',
    alarm: 60,
    jsonp: 'on',
  } as const;

  it('for clients of OxTalks are all set by --compatible or LECTERN_COMPATIBLE', () => {
    const expected: Settings = { ...DEFAULTS, ...OXTALKS, compatible: 'oxtalks' };
    assert.deepEqual(settings({ compatible: 'oxtalks' }), expected);
    assert.deepEqual(settings({}, { LECTERN_COMPATIBLE: 'oxtalks' }), expected);
    assert.deepEqual(settings({ compatible: 'none' }, { LECTERN_COMPATIBLE: 'oxtalks' }), DEFAULTS);
  });

  for (const [name, text, value] of [
    ['links', 'paths', 'paths'],
    ['uidForm', 'slug', 'slug'],
    ['placesUrl', '//places.test/', '//places.test/'],
    ['placesUrl', 'https://h/places', '//h/places/'],
    ['placesUrl', 'https://h', '//h/'],
    ['mapsUrl', 'https://h/?id=', '//h/?id='],
    ['mapsUrl', '//h/#/places', '//h/#/places/'],
    ['mapsUrl', '//h/#', '//h/#'],
    ['mapsUrl', '//maps.test/', '//maps.test/'],
    ['parameters', 'strict', 'strict'],
    ['alarm', 'none', null],
    ['jsonp', 'off', 'off'],
  ] as const)
    it(`for clients of OxTalks can be set one by one: ${SETTINGS[name].flag}`, () => {
      const expected = { ...DEFAULTS, ...OXTALKS, compatible: 'oxtalks', [name]: value };
      assert.deepEqual(settings({ compatible: 'oxtalks', [name]: text }), expected);
      assert.deepEqual(settings({ compatible: 'oxtalks' }, { [SETTINGS[name].variable]: text }), expected);
      const others = { ...DEFAULTS, [name]: OXTALKS[name] };
      assert.deepEqual(settings({ [name]: name === 'alarm' ? '1h' : OXTALKS[name] }), others);
    });

  it('accept only terms that have a name and dates, and do not overlap', () => {
    for (const [text, what] of [
      ['Michaelmas', '"Michaelmas" is not a term: it has no name, or no first day as yyyy-mm-dd.'],
      ['=2026-10-11', '"=2026-10-11" is not a term: it has no name, or no first day as yyyy-mm-dd.'],
      [
        '…=2026-10-11',
        '"…=2026-10-11" is not a term: its name does not have 1 to 40 characters, with letters or digits among them.',
      ],
      ['A=2026-10-32', '"A=2026-10-32" is not a term: 2026-10-32 is not a date.'],
      ['A=2026-10-11/2026-13-01', '"A=2026-10-11/2026-13-01" is not a term: 2026-13-01 is not a date.'],
      ['A=2026-10-11/2026-10-10', '"A=2026-10-11/2026-10-10" is not a term: its last day is before the first.'],
      ['A=2026-10-11/2028-10-10', '"A=2026-10-11/2028-10-10" is not a term: it has more than 60 weeks.'],
      ['B=2026-11-01,A=2026-10-11', 'A=2026-10-11/2026-12-05 and B=2026-11-01/2026-12-26 overlap.'],
    ] as const)
      assert.deepEqual(problems({ terms: text }), [`--terms ${what}`]);
    assert.deepEqual(settings({ terms: ' , ' }).terms, []);
  });

  it('accept only hosts as --allow-host, and a mail or web address as --contact', () => {
    for (const host of ['https://talks.internal', '10.0.0.0/8', 'talks.internal:', 'a b', '*:80', '::1']) {
      const [problem = ''] = problems({ allowHost: `fine.internal,${host}` });
      assert.equal(problem, `--allow-host ${JSON.stringify(host)} is not a host.`);
    }
    for (const contact of ['nobody', 'a\r\nX: b@c', '(@)']) {
      assert.deepEqual(problems({ contact }), [`--contact ${JSON.stringify(contact)} is not a mail or web address.`]);
    }
  });

  it('accept a number as --rate-limit, and addresses, ranges or private as --trusted-proxies', () => {
    assert.deepEqual([settings({ rateLimit: '0' }).rateLimit, settings({ rateLimit: '50' }).rateLimit], [null, 50]);
    assert.deepEqual(
      settings({ trustedProxies: 'private, 192.0.2.0/24,192.0.2.7/32,2001:db8::7/128' }).trustedProxies,
      [
        ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
        ...['192.0.2.0/24', '192.0.2.7/32', '2001:db8::7/128'],
      ],
    );
    const many = Array.from({ length: 101 }, (_, i) => `192.0.2.${String(i)}`).join();
    assert.deepEqual(problems({ trustedProxies: many }), ['--trusted-proxies There are 101 ranges, too many.']);
    assert.deepEqual(problems({ trustedProxies: '10.0.0.7,nginx', rateLimit: '-1' }), [
      '--rate-limit "-1" is not a number of requests per second.',
      '--trusted-proxies "nginx" is not an IP address, an IP range, or private.',
    ]);
  });

  it('are ignored if the verb does not use them', () => {
    const environment = { LECTERN_PORT: 'x', DATABASE_URL: 'sqlite:a.db' };
    assert.deepEqual(readSettings({}, environment, ['database']), {
      ok: true,
      value: { ...DEFAULTS, database: 'sqlite:a.db', corrections: null },
    });
  });

  it('compare --default-count and --maximum-count only if both are valid', () => {
    assert.deepEqual(problems({ maximumCount: 'x', defaultCount: '5000' }), [
      '--maximum-count "x" is not a whole number from 1 to 10000.',
    ]);
    assert.deepEqual(problems({ defaultCount: '30', maximumCount: '20' }), [
      '--default-count The default count 30 is more than the maximum count 20.',
    ]);
  });
});
