import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { OldAddressesUnusable } from '#server/unusable.ts';
import { OldAddresses } from '#server/routes/old-addresses.ts';
import { temporaryFolder } from '../support/folder.ts';

const TALK = '52360e07-9b8b-477d-8bc7-8a25995e5ef8';
const SERIES = 'd95be2ef-10bb-43d3-a46c-99dccf7151a0';

const FILE = `\ufeff# where the talks of the old service are
/talk/index/4711,/talks/id/${TALK}/
/show/index/12\t/talks/series/id/${SERIES}
/list/table/13,/user/lists/id/${SERIES}/

/seminars/ https://www.example.org/seminars
/caf%C3%A9,/search?q=café
  /feeds/archive/14, /agenda  
/dates,/agenda\r
`;

const LEADS: readonly (readonly [path: string, to: string | undefined])[] = [
  ['/talk/index/4711', `/talks/id/${TALK}/`],
  ['/talk/index/4711/', `/talks/id/${TALK}/`],
  ['/talk/vcal/4711', `/api/talks/${TALK}.ics`],
  ['/talk/index/4712', undefined],
  ['/show/index/12', `/talks/series/id/${SERIES}`],
  ['/show/bulletin-with-abstract/12', `/talks/series/id/${SERIES}`],
  ['/feeds/rss/12', `/api/series/${SERIES}.rss`],
  ['/list/ics/12', `/api/series/${SERIES}.ics`],
  ['/show/json/12', `/api/series/${SERIES}.json`],
  ['/show/xml/12', `/api/series/${SERIES}.xml`],
  ['/show/text/12', `/api/series/${SERIES}.txt`],
  ['/feeds/ics/13', `/api/collections/id/${SERIES}.ics`],
  // A target without feeds redirects to its page.
  ['/feeds/rss/14', '/agenda'],
  ['/feeds/rss/4711', undefined],
  ['/show/rss/12/13', undefined],
  ['/seminars', 'https://www.example.org/seminars'],
  ['/caf%c3%a9', '/search?q=caf%C3%A9'],
  ['/café', '/search?q=caf%C3%A9'],
  ['/dates', '/agenda'],
  ['/talks', undefined],
  ['/%', undefined],
];

const WRONG: readonly (readonly [line: string, message: RegExp])[] = [
  ['/talk/index/1', /^It does not have two addresses\. Write the old one, a comma/],
  ['/a,/b,/c', /^It does not have two addresses/],
  ['old,new', /^"old" is not a path\. Write what follows the host/],
  ['https://talks.example.org/a,/b', /is not a path/],
  ['/a?b=c,/d', /^"\/a\?b=c" is not a path/],
  ['/%zz,/d', /is not a path/],
  ['/a,//evil.example', /^"\/\/evil\.example" is not an address/],
  ['/a,/\\evil.example', /is not an address/],
  ['/a,javascript:alert(1)', /is not an address/],
  ['/search,/agenda', /^"\/search" is already served here/],
  ['/api/talks/search.ics,/agenda', /is already served here/],
  ['/first,/elsewhere', /^"\/first" has another target on an earlier line/],
];

describe('old addresses', () => {
  const folder = temporaryFolder();

  async function read(text: string, baseUrl: string | null = null): Promise<OldAddresses> {
    const path = join(folder, 'old.csv');
    await writeFile(path, text);
    const found = await OldAddresses.at(path, baseUrl);
    assert.ok(found !== null);
    return found;
  }

  it('redirect as the file says and, if numbered, from every format of the old service', async () => {
    const old = await read(FILE);
    assert.deepEqual(
      LEADS.map(([path]) => [path, old.find(path)]),
      LEADS,
    );
  });

  it('redirect to paths below the base URL', async () => {
    const old = await read(FILE, 'https://example.org/talks/');
    assert.equal(old.find('/feeds/rss/12'), `/talks/api/series/${SERIES}.rss`);
    assert.equal(old.find('/seminars'), 'https://www.example.org/seminars');
  });

  it('are disabled without a file', async () => {
    assert.equal(await OldAddresses.at(null, null), null);
  });

  for (const [line, message] of WRONG)
    it(`are rejected with the line number and a fix: ${line}`, async () => {
      await assert.rejects(read(`/first,/agenda\n\n${line}\n`), (error) => {
        assert.ok(error instanceof OldAddressesUnusable);
        const [, at, what = ''] = /^(.*old\.csv, line 3): (.*)$/s.exec(error.message) ?? [];
        assert.ok(at !== undefined, error.message);
        assert.match(what, message);
        return true;
      });
    });

  it('are rejected with a list of at most 20 problems', async () => {
    const lines = Array.from({ length: 30 }, (_, at) => `old${String(at)}`);
    await assert.rejects(read(lines.join('\n')), (error) => {
      assert.ok(error instanceof OldAddressesUnusable);
      const said = error.message.split('\n');
      assert.deepEqual([said.length, said.at(-1)], [21, 'And 10 more.']);
      return true;
    });
  });
});
