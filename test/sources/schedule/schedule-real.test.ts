import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { sourceFormatOf } from '#sources/source-formats.ts';
import { readScheduleJson } from '#sources/schedule/schedule-json.ts';
import { readScheduleXml } from '#sources/schedule/schedule-xml.ts';
import { answerOf, withoutPython } from '../../support/process/python.ts';
import { readSourceFile } from '../../support/sources/read-source.ts';
import { noRealFiles, realFile, realFiles } from '../../support/sources/real-files.ts';

const PARSERS = 'json, dateutil';
const withoutParsers = withoutPython(PARSERS);

/** Prints each talk as `[key, start, end, title, room, names of speakers]`, read with other parsers. */
const SCRIPT = `
import json, sys
import xml.etree.ElementTree as ET
from datetime import timedelta
from dateutil import parser, tz

def utc(moment):
    return moment.astimezone(tz.UTC).strftime('%Y-%m-%dT%H:%M:%SZ')

def row(key, start, length, title, room, names):
    begin = parser.isoparse(start)
    # A name such as "-" stands for nobody.
    named = [name.strip() for name in names if any(char.isalnum() for char in name)]
    return [key, utc(begin), utc(begin + length), title.strip(), room.strip(), named]

def length(text):
    hours, minutes = text.split(':')
    return timedelta(hours=int(hours), minutes=int(minutes))

def of_xml(root):
    for event in root.iter('event'):
        text = lambda name: event.findtext(name) or ''
        names = [p.findtext('public_name') or p.findtext('name') or p.text for p in event.iter('person')]
        yield row(event.get('guid'), text('date'), length(text('duration')), text('title'), text('room'), names)

def of_days(schedule):
    for day in schedule['conference']['days']:
        for events in day['rooms'].values():
            for e in events:
                names = [person['public_name'] for person in e['persons']]
                yield row(e['guid'], e['date'], length(e['duration']), e['title'], e['room'], names)

def of_submissions(days):
    for slots in days.values():
        for rooms in slots.values():
            for s in rooms.values():
                names = [speaker['name'] for speaker in s['speakers']]
                length = timedelta(minutes=s['duration'])
                yield row(s['code'], s['slot']['start'], length, s['title'], s['slot']['room']['fr'], names)

data = sys.stdin.buffer.read()
if data.lstrip().startswith(b'<'):
    rows = list(of_xml(ET.fromstring(data)))
else:
    document = json.loads(data)
    if 'conference' in document['schedule']:
        rows = list(of_days(document['schedule']))
    else:
        rows = [*of_submissions(document['schedule']), *of_submissions(document['sprints'])]
print(json.dumps(rows))
`;

describe('real-world files in other formats', () => {
  for (const kind of ['csv', 'ics', 'indico', 'jsonld', 'seminars']) {
    it(`in ${kind}/ are not recognised as schedules, talks.cam lists or feeds`, { skip: noRealFiles(kind) }, () => {
      const wrong = realFiles(kind)
        .map((name) => [
          name,
          sourceFormatOf(readFileSync(realFile(kind, name)).toString('utf8', 0, 65_536))?.name ?? '',
        ])
        .filter(([, format = '']) => ['schedule-xml', 'schedule-json', 'talks-cam', 'feed'].includes(format));
      assert.deepEqual(wrong, []);
    });
  }
});

describe('real-world schedules', { skip: noRealFiles('schedule') }, () => {
  for (const name of realFiles('schedule')) {
    const path = realFile('schedule', name);
    const format = name.endsWith('.xml') ? 'schedule-xml' : 'schedule-json';
    const read = format === 'schedule-xml' ? readScheduleXml : readScheduleJson;

    it(`${name} is recognised and read without problems`, async () => {
      assert.equal(sourceFormatOf(readFileSync(path).toString('utf8', 0, 65_536))?.name, format);
      const { talks, problems } = await readSourceFile(read, path);
      assert.deepEqual(problems, []);
      assert.equal(new Set(talks.map(({ key }) => key)).size, talks.length);
    });

    it(`${name} yields the same talks as other parsers`, { skip: withoutParsers }, async () => {
      const { talks } = await readSourceFile(read, path);
      const found = talks.map(({ key, start, end, title, room, speakers }) => [
        key,
        start,
        end,
        title,
        room,
        speakers.map((speaker) => speaker.name),
      ]);
      const expected = answerOf(PARSERS, ['-c', SCRIPT], readFileSync(path));
      assert.ok(Array.isArray(expected) && expected.length > 0);
      assert.deepEqual(sorted(found), sorted(expected));
    });
  }

  it('distinguish people who share a number in a combined schedule', async () => {
    const { talks } = await readSourceFile(readScheduleXml, realFile('schedule', '35c3-everything.xml'));
    const keys = new Map<string, string>();
    const numbers = new Map<string, string>();
    for (const { key = '', name } of talks.flatMap(({ speakers }) => speakers)) {
      const [, number] = /^(\d+) /.exec(key) ?? [];
      if (number === undefined) continue;
      assert.equal(keys.get(key) ?? name, name);
      keys.set(key, name);
      numbers.set(number, name);
    }
    assert.ok(keys.size > numbers.size);
  });

  it('keep guids that are UUIDs as slugs', async () => {
    const { talks } = await readSourceFile(readScheduleXml, realFile('schedule', '31c3.xml'));
    assert.deepEqual([talks.length, talks.filter(({ slug }) => slug !== null).length], [138, 26]);
  });
});

function sorted(rows: readonly unknown[]): string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}
