import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { readSourcesFile } from '#harvest/sync/sources-file.ts';
import { SOURCES_SCHEMA } from '#harvest/sync/sources-schema.ts';
import { isCollectionName } from '#sources/oxtalks/oxtalks-document.ts';

function read(text: string, environment: Readonly<Record<string, string>> = {}) {
  return readSourcesFile({ path: '/etc/lectern/sources.yaml', text, environment });
}

/** `line where: what hint` of each problem. */
function said(text: string, environment: Readonly<Record<string, string>> = {}): string[] {
  const result = read(text, environment);
  assert.ok(!result.ok, 'the file was accepted');
  for (const { file } of result.problems) assert.equal(file, '/etc/lectern/sources.yaml');
  return result.problems.map(({ line, where, what, hint }) => `${String(line)} ${where}: ${what} ${hint}`);
}

const SETTINGS =
  'format, every, department, topics, collections, sheets, time_zone, date_order, year, status_words, speakers_in_text, gone, max_loss, trust, skip_bad, map, headers, allow_hosts, status_page, enabled';

describe('a sources file', () => {
  it('sets the options of each source and falls back to the defaults', () => {
    const result = read(
      `
contact: talks@example.org
defaults: { gone: cancel, every: 15m, headers: { X-From: us } }
sources:
  - name: optics
    address: https://calendar.example.org/\${KEY}/optics.ics
    format: csv
    department: place:7
    topics: [http://topics.example.org/light]
    time_zone: Europe/Berlin
    date_order: mdy
    year: 2026
    skip_bad: true
    map: { title: Subject }
    headers: { Authorization: "Bearer \${KEY}" }
    allow_hosts: [calendar.internal:8443]
    enabled: false
  - { name: Fern & Moss, file: moss.csv, gone: keep, every: 10s, format: oxtalks, collections: [f6e6d9e6-d166-47d9-a894-35bc2f4a4580] }
`,
      { KEY: 'secret' },
    );
    assert.ok(result.ok);
    const { contact, sources } = result.file;
    assert.equal(contact, 'talks@example.org');
    const shown = sources.map(({ format, mapping, ...rest }) => ({
      ...rest,
      format: format?.name,
      mapping: [...mapping],
    }));
    assert.deepEqual(shown, [
      {
        name: 'optics',
        line: 5,
        address: 'https://calendar.example.org/secret/optics.ics',
        file: null,
        every: 900,
        department: 'place:7',
        topics: ['http://topics.example.org/light'],
        collections: [],
        sheets: [],
        timeZone: 'Europe/Berlin',
        dateOrder: 'mdy',
        year: '2026',
        byDefault: ['collection', 'sheet'],
        gone: 'cancel',
        headers: { Authorization: 'Bearer secret' },
        allowHosts: ['calendar.internal:8443'],
        enabled: false,
        format: 'csv',
        mapping: [['title', 'Subject']],
      },
      {
        name: 'Fern & Moss',
        line: 18,
        address: null,
        file: '/etc/lectern/moss.csv',
        every: 10,
        department: null,
        topics: [],
        collections: ['f6e6d9e6-d166-47d9-a894-35bc2f4a4580'],
        sheets: [],
        timeZone: null,
        dateOrder: null,
        byDefault: ['map', 'date-order', 'sheet'],
        gone: 'keep',
        headers: { 'X-From': 'us' },
        allowHosts: [],
        enabled: true,
        format: 'oxtalks',
        mapping: [],
      },
    ]);
  });

  it('reports unknown settings with their lines and the nearest known setting', () => {
    const text = [
      'defaults:',
      '  evry: 1h',
      'sources:',
      '  - name: a',
      '    adress: https://a.example',
      '    file: a',
      'contakt: x',
    ];
    assert.deepEqual(said(text.join('\n')), [
      `2 defaults.evry: There is no setting "evry". Did you mean every? There are ${SETTINGS}.`,
      `5 sources[0].adress: There is no setting "adress". Did you mean address? There are name, address, file, ${SETTINGS}.`,
      '7 contakt: There is no setting "contakt". Did you mean contact? There are contact, defaults, sources.',
    ]);
  });

  it('reports unknown settings together with problems that the schema cannot detect', () => {
    const text = ['sources:', '  - name: a', '    file: a', '    evry: 1h', '  - name: a', '    address: "${KEY}"'];
    assert.deepEqual(said(text.join('\n'), {}), [
      `4 sources[0].evry: There is no setting "evry". Did you mean every? There are name, address, file, ${SETTINGS}.`,
      '5 sources[1].name: Duplicate source "a": first defined on line 2. Give every source a name of its own.',
      '6 sources[1].address: There is no variable "KEY" in the environment, or it is empty. Set it in the environment of lectern, or correct its name.',
    ]);
  });

  it('reports invalid values and how to write them', () => {
    const text = [
      'sources:',
      '  - name: a',
      '    address: ftp://a.example/',
      '    every: 1 hour',
      '    gone: cancl',
      '    skip_bad: yes',
      '    department: Physics',
      '    topics: light',
      '    format: ical',
      '    headers: { "a b": c }',
      '    allow_hosts: ["http://x/"]',
      '  - name: 7',
      '    file: x',
    ];
    assert.deepEqual(said(text.join('\n')), [
      '3 sources[0].address: "ftp://a.example/" cannot be meant here. Write the whole of it, from http://, https:// or webcal:// on.',
      '4 sources[0].every: "1 hour" cannot be meant here. Write a number and s, m, h or d: 15m, 1h, 1d.',
      '5 sources[0].gone: "cancl" is not one of keep, cancel, remove. Did you mean cancel?',
      '6 sources[0].skip_bad: "yes" is not true or false. Write true or false.',
      '7 sources[0].department: "Physics" cannot be meant here. Write the identifier of a place in the catalogue: a lower-case scheme word, a colon and digits, as place:23232534.',
      '8 sources[0].topics: "light" is not a list. Write whole addresses of topics of the catalogue, in a list: [http://id.worldcat.org/fast/1].',
      `9 sources[0].format: "ical" is not one of ${SOURCES_SCHEMA.properties.defaults.properties.format.enum.join(', ')}. Did you mean icalendar?`,
      '10 sources[0].headers: "a b" cannot be meant here. Write the name of a request header, a colon and its value: Authorization: "Bearer …".',
      '11 sources[0].allow_hosts[0]: "http://x/" cannot be meant here. Write names, or names and ports, in a list: [calendar.internal, localhost:8008].',
      '12 sources[1].name: 7 is not text. Write a word or a few, at most 100 characters, without a blank at either end.',
    ]);
  });

  it('requires a unique name and either an address or a file for each source', () => {
    assert.deepEqual(
      said('sources:\n  - file: a\n  - name: b\n  - name: c\n    file: c\n    address: http://c.example/'),
      [
        '2 sources[0]: There is no name. Write name: and what it is.',
        '3 sources[1]: Neither an address nor a file is given. Write address: and where it is fetched, or file: and its path.',
        '4 sources[2]: Both an address and a file are given. Remove one of them.',
      ],
    );
    assert.deepEqual(said('sources:\n  - name: a\n    file: a\n  - name: a\n    file: b\n'), [
      '4 sources[1].name: Duplicate source "a": first defined on line 2. Give every source a name of its own.',
    ]);
  });

  it('reports unknown time zones, missing variables, short intervals and bad header values', () => {
    const text = [
      'defaults:',
      '  time_zone: Mars',
      'sources:',
      '  - name: a',
      '    address: https://a.example/${TOKEN}',
      '    every: 59s',
      '    headers: { A: "${EMPTY}", B: "${LINES}" }',
      '  - { name: b, file: b.ics, time_zone: "+01:00" }',
    ];
    assert.deepEqual(said(text.join('\n'), { EMPTY: '', LINES: 'a\nb' }), [
      '2 defaults.time_zone: "Mars" is not a time zone known to this machine. Write an IANA name such as Europe/London, Asia/Tokyo or UTC.',
      '5 sources[0].address: There is no variable "TOKEN" in the environment, or it is empty. Set it in the environment of lectern, or correct its name.',
      '6 sources[0].every: 59s is too often for an address. Write 1m or longer; better, 15m or longer.',
      '7 sources[0].headers.A: There is no variable "EMPTY" in the environment, or it is empty. Set it in the environment of lectern, or correct its name.',
      '7 sources[0].headers.B: The value has characters that are not allowed in a header. Write it on one line, in ASCII.',
      '8 sources[1].time_zone: "+01:00" is not a time zone known to this machine. Write an IANA name such as Europe/London, Asia/Tokyo or UTC.',
    ]);
  });

  it('does not reveal the values of variables in problems', () => {
    const result = read('sources: [{ name: a, address: "${A}" }]', { A: 'gopher://secret' });
    assert.ok(!result.ok);
    assert.match(result.problems[0]?.what ?? '', /^What \$\{A\} stands for is not a valid address\.$/);
    assert.doesNotMatch(JSON.stringify(result), /secret/);
  });

  it('is refused if it is not YAML, has another structure, or is too deep or too long', () => {
    const first = (text: string): string => said(text)[0]?.slice(0, 60) ?? '';
    assert.equal(first('sources:\n  - name: "a\n'), '3 : This is not YAML: Missing closing "quote. Fix the syntax');
    assert.equal(first('sources: []\nsources: []'), '2 : This is not YAML: Map keys must be unique. Fix the synta');
    assert.equal(first('- x'), '1 : Not a sources file. Write sources: and below it a list o');
    assert.equal(first(''), '1 : Not a sources file. Write sources: and below it a list o');
    assert.equal(first('sources:\n  a: { file: b }'), '1 sources: an object is not a list. Write sources: and below');
    assert.equal(first('contact: x'), '1 : There are no sources. Write sources: and below it a list');
    const bomb = ['a: &a [1,1,1,1,1,1,1,1,1]'];
    for (const [x, y] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg', 'gh', 'hi']) {
      bomb.push(`${y ?? ''}: &${y ?? ''} [${Array.from({ length: 9 }, () => `*${x ?? ''}`).join(',')}]`);
    }
    assert.match(first(bomb.join('\n')), /^0 : Not a sources file: nested too deeply, or its aliases ex/);
    assert.match(first('['.repeat(200_000)), /sources file|YAML/);
    assert.match(first(`# ${'x'.repeat(5_000_000)}`), /^0 : The sources file is too long/);
  });

  it('accepts the same collection names as the command line', () => {
    const slug = 'F6E6D9E6-d166-47d9-a894-35bc2f4a4580';
    const naming = (name: string): boolean =>
      read(`sources: [{ name: a, address: "https://ox.example/api", collections: ["${name}"] }]`).ok;
    const names = [slug, `https://ox.example/api/collections/id/${slug}?from=today`, `${slug}/`, 'Athena'];
    assert.deepEqual(names.map(naming), [true, true, false, false]);
    assert.deepEqual(names.map(isCollectionName), names.map(naming));
  });

  it('is validated by the schema in deploy/sources.schema.json', async () => {
    const shipped: unknown = JSON.parse(await readFile('deploy/sources.schema.json', 'utf8'));
    const hint = 'Regenerate it: node test/harvest/sync/write-sources-schema.ts';
    assert.deepEqual(shipped, JSON.parse(JSON.stringify(SOURCES_SCHEMA)), hint);
  });

  it('reports settings that the format of a source does not use, except in the defaults', () => {
    const sources = `defaults: { date_order: dmy }
sources:
  - { name: optics, file: optics.ics, format: icalendar }
  - name: moss
    file: moss.ics
    format: icalendar
    map: { title: Subject }
  - { name: fern, file: fern.xml, format: feed, map: { start: pubDate }, date_order: mdy }
`;
    const why = (format: string, setting: string): string =>
      `${format} has no use for ${setting}. Leave ${setting} out.`;
    assert.deepEqual(said(sources), [
      `7 sources[1].map: ${why('iCalendar', 'map')}`,
      `8 sources[2].date_order: ${why('Atom and RSS', 'date_order')}`,
    ]);
    const result = read('defaults: { date_order: dmy }\nsources: [{ name: a, file: a, map: { title: A } }]');
    assert.deepEqual(result.ok && result.file.sources.map(({ byDefault }) => byDefault), [
      ['date-order', 'collection', 'sheet'],
    ]);
  });

  it('has a valid example in deploy/sources.yaml', async () => {
    const result = read(await readFile('deploy/sources.yaml', 'utf8'), { CHEMISTRY_TOKEN: 'x' });
    assert.ok(result.ok, JSON.stringify(result));
    assert.ok(result.file.sources.length > 1);
  });
});
