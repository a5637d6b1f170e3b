import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSettings } from '#cli/settings/read-settings.ts';
import { SETTING_NAMES, SETTINGS } from '#cli/settings/settings.ts';
import type { Settings } from '#cli/settings/settings.ts';
import { problems, settings } from './settings-read.ts';

const DEFAULTS: Settings = {
  database: 'sqlite:lectern.db',
  cacheFolder: null,
  same: null,
  corrections: null,
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
  statusWords: 'read',
  speakersInText: 'read',
  allowHost: new Set(),
  contact: null,
  workers: null,
  talkMemory: 96,
  talkDisk: 4096,
  answerMemory: 24,
  config: null,
  accessLog: 'off',
  accessLogPersonal: 'off',
  traces: 'off',
  logLevel: 'info',
};

describe('settings', () => {
  it('are the defaults where nothing is said', () => {
    assert.deepEqual(settings({}), DEFAULTS);
  });

  it('have defaults that are themselves allowed', () => {
    for (const name of SETTING_NAMES) {
      const { default: value, read } = SETTINGS[name];
      // A list has its own test.
      if (typeof value === 'object') continue;
      assert.deepEqual(read(String(value), name), { ok: true, value });
    }
  });

  it('come from flags before variables before defaults; an empty variable counts as none', () => {
    const environment = { LECTERN_PORT: '1000', LECTERN_HOST: '::1', LECTERN_LINKS: '' };
    assert.deepEqual(settings({ port: '2000' }, environment), { ...DEFAULTS, port: 2000, host: '::1' });
  });

  it('come from what hosting platforms set, where nothing of ours does', () => {
    const platform = { PORT: '3000', HOST: '::' };
    assert.deepEqual(settings({}, platform), { ...DEFAULTS, port: 3000, host: '::' });
    assert.deepEqual(settings({}, { ...platform, LECTERN_PORT: '', LECTERN_HOST: '' }).port, 3000);
    assert.deepEqual(settings({ host: '127.0.0.2' }, { ...platform, LECTERN_PORT: '1000' }), {
      ...DEFAULTS,
      port: 1000,
      host: '127.0.0.2',
    });
    // A shell's: the name of the machine, which is nothing to listen on.
    assert.deepEqual(settings({}, { HOST: 'my-machine', PORT: '' }), DEFAULTS);
    assert.deepEqual(problems({}, { PORT: 'tcp://10.0.0.1:80' }), [
      'PORT "tcp://10.0.0.1:80" is not a whole number from 0 to 65535.',
    ]);
  });

  it('take every kind of value', () => {
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
      statusWords: ['ignore', 'ignore'],
      speakersInText: ['ignore', 'ignore'],
      sources: ['/etc/lectern/sources.yaml', '/etc/lectern/sources.yaml'],
      allowHost: [
        'Talks.Internal, 10.0.0.7:8080,[FD00::7],',
        new Set(['talks.internal', '10.0.0.7:8080', '[fd00::7]']),
      ],
      contact: ['talks@example.org', 'talks@example.org'],
      workers: ['3', 3],
      talkMemory: ['1', 1],
      talkDisk: ['0', 0],
      answerMemory: ['0', 0],
      accessLog: ['json', 'json'],
      accessLogPersonal: ['on', 'on'],
      traces: ['on', 'on'],
      logLevel: ['silent', 'silent'],
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

  it('that clients of OxTalks need are set by one, by a flag or a variable', () => {
    const expected: Settings = { ...DEFAULTS, ...OXTALKS, compatible: 'oxtalks' };
    assert.deepEqual(settings({ compatible: 'oxtalks' }), expected);
    assert.deepEqual(settings({}, { LECTERN_COMPATIBLE: 'oxtalks' }), expected);
    assert.deepEqual(settings({ compatible: 'none' }, { LECTERN_COMPATIBLE: 'oxtalks' }), DEFAULTS);
  });

  for (const [name, text, value] of [
    ['links', 'paths', 'paths'],
    ['uidForm', 'slug', 'slug'],
    ['placesUrl', '//places.test/', '//places.test/'],
    ['mapsUrl', '//maps.test/', '//maps.test/'],
    ['parameters', 'strict', 'strict'],
    ['alarm', 'none', null],
    ['jsonp', 'off', 'off'],
  ] as const)
    it(`that clients of OxTalks need can still be set alone: ${SETTINGS[name].flag}`, () => {
      const expected = { ...DEFAULTS, ...OXTALKS, compatible: 'oxtalks', [name]: value };
      assert.deepEqual(settings({ compatible: 'oxtalks', [name]: text }), expected);
      assert.deepEqual(settings({ compatible: 'oxtalks' }, { [SETTINGS[name].variable]: text }), expected);
      const others = { ...DEFAULTS, [name]: OXTALKS[name] };
      assert.deepEqual(settings({ [name]: name === 'alarm' ? '1h' : OXTALKS[name] }), others);
    });

  it('of sources are hosts, not addresses or ranges, and somebody to ask', () => {
    for (const host of ['https://talks.internal', '10.0.0.0/8', 'talks.internal:', 'a b', '*:80', '::1']) {
      const [problem = ''] = problems({ allowHost: `fine.internal,${host}` });
      assert.equal(problem, `--allow-host ${JSON.stringify(host)} is not a host.`);
    }
    for (const contact of ['nobody', 'a\r\nX: b@c', '(@)']) {
      assert.deepEqual(problems({ contact }), [`--contact ${JSON.stringify(contact)} is not a mail or web address.`]);
    }
  });

  it('of clients are a number or off, and proxies by address, by range, or all of private networks', () => {
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

  it('are refused all at once, each with the flag or variable it came from', () => {
    const flags = { host: 'not a host', baseUrl: 'talks.example.org', timeZone: 'Europe/Lundon', port: '65536' };
    const environment = { DATABASE_URL: 'mysql://me:secret@db/talks', LECTERN_LOG_LEVEL: 'loud', LECTERN_PORT: '1' };
    assert.deepEqual(problems(flags, environment), [
      'DATABASE_URL "mysql://…@db/talks" is not a database address.',
      '--host "not a host" is not a host name or an IP address.',
      '--port "65536" is not a whole number from 0 to 65535.',
      '--base-url "talks.example.org" is not a public base address.',
      '--time-zone "Europe/Lundon" is not a time zone known to this machine.',
      'LECTERN_LOG_LEVEL "loud" is not one of fatal, error, warn, info, debug, trace, silent.',
    ]);
  });

  it('are refused without a password, wherever it ends', () => {
    for (const address of ['mysql://me:s3@cret@db/x', 'mysql://me:s3/cret@db/x', 'mysql://me:s3?cret@db/x'])
      assert.deepEqual(problems({ database: address }), ['--database "mysql://…@db/x" is not a database address.']);
  });

  const refused: Readonly<Record<string, readonly string[]>> = {
    database: ['', 'lectern.db', 'sqlite:', 'sqlite::memory:', 'mysql://x', 'postgres:x', 'postgres://h:port/x'],
    cacheFolder: [''],
    host: ['', 'a b', 'http://localhost', 'a/b'],
    port: ['', '-1', '8080.5', '0x50', ' 80', '99999999999'],
    shutdownGrace: ['3601', 'soon'],
    metrics: ['', '9464', '127.0.0.1', '127.0.0.1:port', '127.0.0.1:99999', 'a b:9464', '::1:9464', 'http://x:1'],
    statusToken: ['short', 'a token with spaces', 'pässwörter-aller-art', 'x'.repeat(201)],
    rateLimit: ['-1', '1.5', 'none', '1000001', '200/s'],
    trustedProxies: ['proxy.example.org', '10.0.0.7:80', '10.0.0.0/33', '2001:db8::/129', '10.0.0', '*', '[::1]'],
    baseUrl: [
      '',
      '//x',
      'ftp://x',
      'https://x/?a',
      'https://x/#a',
      'https://me@x',
      'https://',
      'https:x',
      'https://a b',
    ],
    placesUrl: ['', 'places.example.org', '/places/', '//', '///x', 'ftp://x/', '//me@x/', '//x/"', '//x y/'],
    mapsUrl: ['', 'javascript:alert(1)'],
    links: ['', 'path', 'Absolute'],
    timeZone: ['', '+01:00', 'Europe', 'Europe/London; x'],
    defaultCount: ['0', '10001', '1001'],
    maximumCount: ['0', '19', 'all'],
    parameters: ['', 'loose'],
    alarm: ['', '1', '29d', '0m', 'soon'],
    compatible: ['', 'OxTalks'],
    workers: ['0', '65', 'all', '2.5'],
    talkMemory: ['0', '1GB'],
    talkDisk: ['-1', 'all'],
    answerMemory: ['-1'],
    accessLog: ['', 'combined', 'JSON'],
    accessLogPersonal: ['', 'yes'],
    traces: ['', 'otlp'],
    logLevel: ['', 'INFO'],
  };
  for (const [name, texts] of Object.entries(refused)) {
    it(`refuse as ${name}: ${texts.map((text) => JSON.stringify(text)).join(' ')}`, () => {
      for (const text of texts) assert.equal(problems({ [name]: text }).length, 1, text);
    });
  }

  it('name a PostgreSQL server as its own programs do, and a mistake in that without the password', () => {
    for (const database of [
      'postgres://me:s%40cret@db1.example.org:5433,db2.example.org/talks?target_session_attrs=any&connect_timeout=2',
      'postgresql:///talks?host=/var/run/postgresql',
    ]) {
      assert.equal(settings({ database }).database, database);
    }
    assert.deepEqual(problems({ database: 'postgres://me:se/cret@db/talks' }), ['--database A port is not a number.']);
    assert.deepEqual(problems({ database: 'postgres://me:secret@db/talks?sslmod=require' }), [
      '--database It has a parameter "sslmod", which Lectern does not know.',
    ]);
  });

  it('that a verb does not take are not looked at', () => {
    const environment = { LECTERN_PORT: 'x', DATABASE_URL: 'sqlite:a.db' };
    assert.deepEqual(readSettings({}, environment, ['database']), {
      ok: true,
      value: { ...DEFAULTS, database: 'sqlite:a.db' },
    });
  });

  it('name only what is wrong when one of the two counts is', () => {
    assert.deepEqual(problems({ maximumCount: 'x', defaultCount: '5000' }), [
      '--maximum-count "x" is not a whole number from 1 to 10000.',
    ]);
    assert.deepEqual(problems({ defaultCount: '30', maximumCount: '20' }), [
      '--default-count The default count 30 is more than the maximum count 20.',
    ]);
  });
});
