import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, lstat, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';
import { databaseOf } from '../support/db/fresh-database.ts';
import { importRecords } from '../support/db/import-records.ts';
import { parsedMail } from '../support/mail/parsed-mail.ts';
import { lectern, startLectern, type Finished } from '../support/process/command.ts';

const DAY = 86_400_000;
/** All talks are at least two days later, so that the tests may run across midnight. */
const NOW = Date.now();

function at(days: number, hour = '10'): string {
  return `${new Date(NOW + days * DAY).toISOString().slice(0, 10)}T${hour}:00:00Z`;
}

const BEFORE = [
  talk(slugOf(1), at(2), { title: 'Stays' }),
  talk(slugOf(2), at(3), { title: 'Moves' }),
  talk(slugOf(3), at(3), { title: 'Is cancelled' }),
  talk(slugOf(4), at(3), { title: 'Moves away' }),
  talk(slugOf(5), at(4), { title: 'Is removed' }),
  talk(slugOf(6), at(4), { title: 'Changes rooms', location_details: 'Room 1' }),
  talk(slugOf(7), at(20), { title: 'Moves here' }),
  talk(slugOf(8), at(4), { title: 'Was cancelled', status: 'cancelled' }),
];
const AFTER = [
  talk(slugOf(1), at(2), { title: 'Stays' }),
  talk(slugOf(2), at(3, '12'), { title: 'Moves' }),
  talk(slugOf(3), at(3), { title: 'Is cancelled', status: 'cancelled' }),
  talk(slugOf(4), at(30), { title: 'Moves away' }),
  talk(slugOf(6), at(4), { title: 'Changes rooms', location_details: 'Room 2' }),
  talk(slugOf(7), at(5), { title: 'Moves here' }),
  talk(slugOf(8), at(4), { title: 'Was cancelled', status: 'cancelled' }),
  talk(slugOf(9), at(5), { title: 'Is new' }),
];

interface Scene {
  readonly folder: string;
  readonly database: string;
  readonly digest: (...args: readonly string[]) => Promise<Finished>;
}

async function sceneOf(t: TestContext): Promise<Scene> {
  const { address: database, folder } = await databaseOf(t);
  await importRecords(database, BEFORE);
  const variables = { DATABASE_URL: database, LECTERN_BASE_URL: 'https://talks.example.org', LECTERN_TIME_ZONE: 'UTC' };
  return { folder, database, digest: (...args) => lectern(['digest', ...args], { variables, folder }) };
}

/** The titles of the talks in a plain-text digest, each with its flag: `Is new: New`. */
function talksIn(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const [, flag = ''] = /^\d\d:\d\d(?:–\d\d:\d\d)?(?: · (.*))?$/.exec(line) ?? [];
    const isTalk = /^\d\d:\d\d/.test(line);
    return isTalk ? [`${lines[index + 1]?.trim() ?? ''}${flag === '' ? '' : `: ${flag}`}`] : [];
  });
}

describe('lectern digest', () => {
  it('writes an email message with the headers of a mailing list', async (t) => {
    const { digest } = await sceneOf(t);
    const options = ['--from', 'Talks <talks@example.org>', '--to', 'all@lists.example.org', '--subject', 'Vorträge'];
    const list = ['--list-id', 'all.lists.example.org', '--unsubscribe', 'leave@lists.example.org'];
    const { status, stdout, stderr } = await digest(...options, ...list);
    assert.deepEqual([status, stderr], [0, '']);
    const mail = await parsedMail(stdout);
    assert.deepEqual(
      [mail.from, mail.to, mail.subject],
      [{ name: 'Talks', address: 'talks@example.org' }, [{ name: '', address: 'all@lists.example.org' }], 'Vorträge'],
    );
    const header = (name: string): string | undefined => mail.headers.find(({ key }) => key === name)?.value;
    assert.equal(header('list-id'), '<all.lists.example.org>');
    assert.equal(header('list-unsubscribe'), '<mailto:leave@lists.example.org>');
    assert.equal(talksIn(mail.text ?? '').length, 7);
    assert.match(mail.html ?? '', /href="mailto:leave@lists\.example\.org"/);
    assert.match(mail.text ?? '', /https:\/\/talks\.example\.org\/talks\/id\//);
  });

  it('accepts any characters in the names of --from and --to', async (t) => {
    const { digest } = await sceneOf(t);
    for (const [written, name] of [
      ['Talks, Seminars <talks@example.org>', 'Talks, Seminars'],
      ['"Talks, Seminars" <talks@example.org>', 'Talks, Seminars'],
      ['Physics: all (weekly); Zoë <talks@example.org>', 'Physics: all (weekly); Zoë'],
      ['The "old" list <talks@example.org>', 'The "old" list'],
      ['"odd <talks@example.org>', '"odd'],
      ['talks@example.org', ''],
    ] as const) {
      const mail = await parsedMail((await digest('--from', written, '--to', written)).stdout);
      const mailbox = { name, address: 'talks@example.org' };
      assert.deepEqual([mail.from, mail.to], [mailbox, [mailbox]], written);
    }
  });

  it('links to the page or mail address of --unsubscribe', async (t) => {
    const { digest } = await sceneOf(t);
    for (const [written, address] of [
      ['https://lists.example.org/leave?list=talks', 'https://lists.example.org/leave?list=talks'],
      ['mailto:leave@lists.example.org?subject=leave', 'mailto:leave@lists.example.org?subject=leave'],
      ['leave@lists.example.org', 'mailto:leave@lists.example.org'],
    ] as const) {
      const mail = await parsedMail((await digest('--unsubscribe', written)).stdout);
      assert.equal(mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value, `<${address}>`);
      assert.ok(mail.html?.includes(`href="${address}"`), mail.html);
    }
  });

  it('reports what has changed since the digest that the --state file records', async (t) => {
    const { folder, database, digest } = await sceneOf(t);
    const state = join(folder, 'state.json');
    const first = await digest('--format', 'txt', '--state', state);
    assert.deepEqual(
      [talksIn(first.stdout), first.stdout.includes('Since')],
      [
        ['Stays', 'Moves', 'Is cancelled', 'Moves away', 'Is removed', 'Changes rooms', 'Was cancelled: Cancelled'],
        false,
      ],
    );
    const same = await digest('--format', 'txt', '--state', state);
    assert.deepEqual([talksIn(same.stdout), same.stdout.includes('Since')], [talksIn(first.stdout), false]);
    await importRecords(database, AFTER, { replace: true });
    const second = await digest('--format', 'txt', '--state', state);
    assert.match(second.stdout, /\nSince \d+ \w+: 1 new talk, 3 moved, 1 cancelled\n/);
    assert.deepEqual(
      talksIn(second.stdout).map((line) => line.replace(/was \d+ \w+(?: \d{4})?, 10:00/, 'was then, 10:00')),
      [
        'Stays',
        'Is cancelled: Cancelled',
        'Moves: Moved (was then, 10:00)',
        'Changes rooms: Moved (was Room 1)',
        'Was cancelled: Cancelled',
        'Moves here: Moved (was then, 10:00)',
        'Is new: New',
      ],
    );
    const [, gone = ''] = second.stdout.split('No longer on these days\n');
    assert.match(gone, /Moves away \(.*\): now on .*, 10:00/);
    assert.match(gone, /Is removed \(.*\): no longer announced/);
    const third = await digest('--format', 'txt', '--state', state);
    assert.doesNotMatch(third.stdout, /Since|New|Moved|No longer/);
  });

  it('does not write the state file if the digest cannot be written', async (t) => {
    const { folder, digest } = await sceneOf(t);
    const state = join(folder, 'state.json');
    const failed = await digest('--state', state, '--output', join(folder, 'none', 'digest.eml'));
    assert.equal(failed.status, 1);
    assert.match(failed.stderr, /^lectern: .*none does not exist\.\n$/);
    assert.ok(!existsSync(state));
  });

  it('fails and does not write the state file if its reader is gone', async (t) => {
    const { folder, database } = await sceneOf(t);
    const running = startLectern(['digest', '--database', database, '--state', 'state.json'], {
      variables: { LECTERN_BASE_URL: 'https://talks.example.org' },
      folder,
    });
    running.process.stdout?.destroy();
    const { status, stderr } = await running.finished;
    assert.deepEqual(
      [status, stderr],
      [
        1,
        'The digest was not delivered: the program that reads it ended early. The next digest will repeat its changes.\n',
      ],
    );
    assert.ok(!existsSync(join(folder, 'state.json')));
  });

  it('replaces what a link to the state file points at, and keeps its permissions', async (t) => {
    const { folder, digest } = await sceneOf(t);
    const [state, link] = [join(folder, 'state.json'), join(folder, 'link.json')];
    assert.equal((await digest('--state', state, 'days=3')).status, 0);
    await chmod(state, 0o600);
    await symlink('state.json', link);
    assert.equal((await digest('--state', link, 'days=3')).status, 0);
    assert.ok((await lstat(link)).isSymbolicLink());
    assert.equal((await stat(state)).mode & 0o777, 0o600);
  });

  it('rejects a state file that is damaged or belongs to another digest', async (t) => {
    const { folder, digest } = await sceneOf(t);
    const state = join(folder, 'state.json');
    assert.equal((await digest('--state', state, 'days=3')).status, 0);
    const written = await readFile(state, 'utf8');
    const other = await digest('--state', state, 'days=4');
    assert.deepEqual([other.status, other.stdout], [1, '']);
    assert.match(other.stderr, /belongs to another digest \(days=3\)\. Give each digest a state file of its own\.\n$/);
    assert.equal(await readFile(state, 'utf8'), written);
    for (const damaged of [
      '',
      '{',
      '[]',
      written.replace(/"start": "[^"]*"/, '"start": "soon"'),
      written.replace('"lectern_digest": 1', '"lectern_digest": 2'),
    ]) {
      await writeFile(state, damaged);
      const { status, stderr } = await digest('--state', state, 'days=3');
      assert.equal(status, 1, damaged.slice(0, 60));
      assert.match(stderr, /is damaged, or not the state file of a digest\. Choose another file, or delete it/);
    }
  });

  it('writes nothing and exits with status 4 if no talks match and --skip-empty is given', async (t) => {
    const { folder, digest } = await sceneOf(t);
    const output = join(folder, 'digest.eml');
    assert.deepEqual(await digest('--skip-empty', '--output', output, 'from=2090-01-01'), {
      status: 4,
      stdout: '',
      stderr: '',
    });
    assert.ok(!existsSync(output));
    assert.equal((await digest('--output', output, 'from=2090-01-01')).status, 0);
    assert.match((await parsedMail(await readFile(output))).text ?? '', /No talks are announced for these days/);
  });

  it('reports all problems of its query or its options, and writes nothing', async (t) => {
    const { digest } = await sceneOf(t);
    const query = await digest('days=0&form=x&speaker=1');
    assert.deepEqual([query.status, query.stdout], [2, '']);
    assert.deepEqual(query.stderr.match(/^\w+(?=: )/gm), ['days', 'speaker', 'form']);
    const options = await digest(
      '--from',
      'a@b\r\nBcc: c@d',
      '--to',
      'nobody',
      '--list-id',
      'x y',
      '--unsubscribe',
      'x',
      '--subject',
      'a\nb',
    );
    assert.deepEqual([options.status, options.stdout], [2, '']);
    assert.deepEqual(options.stderr.match(/^--[\w-]+(?=: )/gm), [
      '--from',
      '--to',
      '--subject',
      '--list-id',
      '--unsubscribe',
    ]);
  });

  it('warns that links begin with http://127.0.0.1:8080 if no base URL is set', async (t) => {
    const { database, folder } = await sceneOf(t);
    const { status, stderr } = await lectern(['digest'], { variables: { DATABASE_URL: database }, folder });
    assert.equal(status, 0);
    assert.match(stderr, /^Links begin with http:\/\/127\.0\.0\.1:8080: set --base-url/);
  });

  describe('for a channel', () => {
    const day = (days: number): string =>
      new Date(NOW + days * DAY)
        .toLocaleDateString('en-GB', {
          timeZone: 'UTC',
          weekday: 'long',
          day: 'numeric',
          month: 'long',
          year: 'numeric',
        })
        .replace(',', '');
    const url = (number: number): string => `https://talks.example.org/talks/id/${slugOf(number)}/`;
    const HOSTILE = '<!channel> *bold* [link](https://elsewhere.example)';

    async function posted(t: TestContext, format: string): Promise<string> {
      const { database, digest } = await sceneOf(t);
      const talks = [
        talk(slugOf(1), at(2), { title: HOSTILE, location_details: 'Room 1', special_message: 'Bring *skates*' }),
        talk(slugOf(3), at(3), { title: 'Is cancelled', status: 'cancelled' }),
      ];
      await importRecords(database, talks, { replace: true });
      const { status, stdout, stderr } = await digest('--format', format, `from=${at(2).slice(0, 10)}&days=2`);
      assert.deepEqual([status, stderr], [0, '']);
      return stdout;
    }

    it('writes rich text for Slack, in which titles are neither markup nor mentions', async (t) => {
      const post = JSON.parse(await posted(t, 'slack')) as { text: string; blocks: { elements?: unknown[] }[] };
      assert.match(post.text, /^Lectern: /);
      assert.deepEqual(post.blocks[0], { type: 'header', text: { type: 'plain_text', text: post.text, emoji: false } });
      const bold = { style: { bold: true, strike: false } };
      const heading = (days: number): object => ({
        type: 'rich_text_section',
        elements: [
          { type: 'text', text: day(days), ...bold },
          { type: 'text', text: '\n' },
        ],
      });
      const item = (...elements: readonly object[]): object => ({
        type: 'rich_text_list',
        style: 'bullet',
        elements: [{ type: 'rich_text_section', elements }],
      });
      assert.deepEqual(post.blocks[1]?.elements?.slice(0, 4), [
        heading(2),
        item(
          { type: 'text', text: '10:00–11:00 · ' },
          { type: 'link', url: url(1), text: HOSTILE },
          { type: 'text', text: ' · Room 1 · Bring *skates*' },
        ),
        heading(3),
        item(
          { type: 'text', text: '10:00–11:00 · ' },
          { type: 'text', text: 'Cancelled', ...bold },
          { type: 'text', text: ' · ' },
          { type: 'link', url: url(3), text: 'Is cancelled', style: { bold: false, strike: true } },
        ),
      ]);
    });

    it('writes a card for Teams that the library of Adaptive Cards reads completely', async (t) => {
      const { type, attachments } = JSON.parse(await posted(t, 'teams')) as Posted;
      assert.deepEqual([type, attachments.length], ['message', 1]);
      assert.equal(attachments[0]?.contentType, 'application/vnd.microsoft.card.adaptive');
      const { read, problems } = readCard(attachments[0].content);
      assert.deepEqual(problems, []);
      // The library leaves out what only Teams knows.
      const { msteams, ...common } = attachments[0].content;
      assert.deepEqual(msteams, { width: 'Full' });
      assert.deepEqual(read.body[1], {
        type: 'RichTextBlock',
        spacing: 'Large',
        inlines: [{ type: 'TextRun', text: day(2), weight: 'Bolder' }],
      });
      assert.deepEqual(read.body[2], {
        type: 'RichTextBlock',
        spacing: 'Small',
        inlines: [
          { type: 'TextRun', text: '10:00–11:00 · ' },
          { type: 'TextRun', text: HOSTILE, selectAction: { type: 'Action.OpenUrl', url: url(1) } },
          { type: 'TextRun', text: ' · Room 1 · Bring *skates*' },
        ],
      });
      assert.deepEqual(read.body, common.body);
    });

    it('has as many talks as Teams accepts, and says how many more there are', async (t) => {
      const { database, digest } = await sceneOf(t);
      const many = Array.from({ length: 99 }, (_, at_) =>
        talk(slugOf(100 + at_), at(2), { title: `${'Ü'.repeat(250)} ${String(at_)}` }),
      );
      await importRecords(database, many, { replace: true });
      const { stdout } = await digest('--format', 'teams');
      assert.ok(Buffer.byteLength(stdout) <= 28_000, String(Buffer.byteLength(stdout)));
      const shown = stdout.match(/\/talks\/id\//g)?.length ?? 0;
      assert.ok(shown > 20, String(shown));
      assert.ok(stdout.includes(`${String(99 - shown)} more`), stdout.slice(-600));
    });
  });
});

interface Posted {
  readonly type: string;
  readonly attachments: readonly {
    readonly contentType: string;
    readonly content: Readonly<Record<string, unknown>>;
  }[];
}

/** A card as Microsoft's library writes it after it has read it, and what it says of it. */
function readCard(card: object): {
  readonly read: { readonly body: readonly unknown[] };
  readonly problems: readonly string[];
} {
  // The package's modules for `import` do not load in Node.
  const { AdaptiveCard, SerializationContext } = createRequire(import.meta.url)(
    'adaptivecards/dist/adaptivecards.js',
  ) as typeof import('adaptivecards');
  const context = new SerializationContext();
  const made = new AdaptiveCard();
  made.parse(card, context);
  const problems = Array.from({ length: context.eventCount }, (_, at) => context.getEventAt(at).message);
  return { read: made.toJSON() as { readonly body: readonly unknown[] }, problems };
}
