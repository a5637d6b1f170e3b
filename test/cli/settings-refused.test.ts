import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { problems, settings } from './settings-read.ts';

describe('settings', () => {
  it('have all their problems reported at once, each with its flag or variable', () => {
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

  it('hide the password of an invalid database address, whatever characters it contains', () => {
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
    placesUrl: [
      '',
      'places.example.org',
      '/places/',
      '//',
      '///x',
      'ftp://x/',
      '//me@x/',
      '//x/"',
      '//x y/',
      '//x/?id',
    ],
    mapsUrl: ['', 'javascript:alert(1)', 'https://h/map?place=1'],
    links: ['', 'path', 'Absolute'],
    timeZone: ['', '+01:00', 'Europe', 'Europe/London; x'],
    defaultCount: ['0', '10001', '1001'],
    maximumCount: ['0', '19', 'all'],
    parameters: ['', 'loose'],
    alarm: ['', '1', '29d', '0m', 'soon'],
    compatible: ['', 'OxTalks'],
    workers: ['0', '65', 'all', '2.5'],
    answerMemory: ['-1'],
    accessLog: ['', 'combined', 'JSON'],
    accessLogPersonal: ['', 'yes'],
    traces: ['', 'otlp'],
    logLevel: ['', 'INFO'],
    logFormat: ['', 'JSON', 'pretty'],
  };
  for (const [name, texts] of Object.entries(refused)) {
    it(`reject as ${name}: ${texts.map((text) => JSON.stringify(text)).join(' ')}`, () => {
      for (const text of texts) assert.equal(problems({ [name]: text }).length, 1, text);
    });
  }

  it('accept PostgreSQL connection URIs, and report mistakes in them without the password', () => {
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
});
