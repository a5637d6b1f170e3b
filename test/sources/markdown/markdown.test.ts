import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { closeSync, mkdirSync, mkdtempSync, openSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ZipFile } from 'yazl';
import { formatOf } from '#harvest/reading/input-format.ts';
import { fileInput } from '#sources/file-input.ts';
import { readMarkdown } from '#sources/markdown/markdown.ts';
import { lectern } from '../../support/process/command.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { READ_OPTIONS, readSource } from '../../support/sources/read-source.ts';
import { zipFile } from '../../support/spreadsheet/zip-file.ts';
import type { ReadSource } from '../../support/sources/read-source.ts';

type Files = Readonly<Record<string, string>>;

function talk(title: string, ...lines: readonly string[]): string {
  return ['---', `title: ${title}`, 'date: 2027-01-18T16:00:00Z', ...lines, '---', 'Down.', ''].join('\n');
}

async function archive(files: Files): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), path);
  zip.end();
  return buffer(zip.outputStream);
}

/** An entry of a tar archive. @param type `0`: a file */
function tarEntry(name: string, text: string, type = '0'): Buffer {
  const header = Buffer.alloc(512);
  const size = Buffer.byteLength(text);
  header.write(name);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write(`        ${type}`, 148);
  header.write('ustar\u000000', 257);
  header.write(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  );
  return Buffer.concat([header, Buffer.from(text), Buffer.alloc(-size & 511)]);
}

function tarOf(...entries: readonly Buffer[]): Buffer {
  return Buffer.concat([...entries, Buffer.alloc(1024)]);
}

function tarred(files: Files): Buffer {
  return tarOf(...Object.entries(files).map(([name, text]) => tarEntry(name, text)));
}

async function readFiles(files: Files): Promise<ReadSource> {
  return readSource(readMarkdown, await archive(files));
}

/** A new folder, in the temporary one of its suite. */
function folderOf(root: string, files: Files): string {
  const folder = mkdtempSync(join(root, 'site-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

function shown({ talks }: ReadSource): readonly string[] {
  return talks.map(({ key, title }) => `${key}: ${title}`);
}

const SITE: Files = {
  'site-main/README.md': '# A site\n',
  'site-main/content/post/news.md': talk('News'),
  'site-main/content/talk/moss/index.md': talk('On moss', 'authors: [admin, Mira Holm]'),
  'site-main/content/talk/moss/index.de.md': talk('Über Moos'),
  'site-main/content/talk/silt.md': talk('On silt', 'speaker: Bo Quayle'),
  'site-main/content/talk/draft.md': talk('On clay', 'draft: true'),
  'site-main/content/talk/hidden.md': talk('On loam', 'published: false'),
  'site-main/content/talk/about.md': '---\ntitle: About\n---\n',
  'site-main/_drafts/later.md': talk('Later'),
};

/** What a site may have beside its talks. */
const ASIDE: Files = {
  'content/talk/_index.md': talk('Talks'),
  'content/talk/_index.de.md': talk('Vorträge'),
  'content/talk/public/moss.md': talk('On moss'),
  'content/talk/.silt.md': talk('On silt'),
  ...Object.fromEntries(
    ['themes/academic', 'exampleSite', 'site/exampleSite', '_site', 'public', 'vendor/github', 'node_modules/a'].map(
      (folder) => [`${folder}/content/talk/example.md`, talk('Example')],
    ),
  ),
};
const ONLY_TALKS = ['content/talk/public/moss: On moss'];

describe('an archive of Markdown files', () => {
  it('has the talks of its folders of talks, each once, without drafts', async () => {
    const read = await readFiles(SITE);
    assert.deepEqual(shown(read), ['content/talk/moss/index: On moss', 'content/talk/silt: On silt']);
    assert.deepEqual(
      read.talks.map(({ speakers }) => speakers.map(({ name }) => name)),
      [['Mira Holm'], ['Bo Quayle']],
    );
    assert.equal(read.talks[0]?.description, '<p>Down.</p>');
    assert.equal(read.withheld.length, 2);
    assert.deepEqual(
      read.notes.filter((note) => note.includes('not read')),
      [
        '1 × a Markdown file outside the folders of talks: not read',
        '1 × a Markdown file without a title and a date: not read',
        '1 × a Markdown file without front matter: not read',
        '1 × another language of a talk: not read',
      ],
    );
  });

  it('keeps the identity of its talks in archives of other commits, and in the other language', async () => {
    const renamed = Object.entries(SITE).map(([path, text]) => [path.replace('site-main', 'site-0123abc'), text]);
    const other: Files = { ...(Object.fromEntries(renamed) as Files) };
    const { 'site-0123abc/content/talk/moss/index.md': _, ...german } = other;
    assert.deepEqual(shown(await readFiles(other)), shown(await readFiles(SITE)));
    assert.deepEqual(shown(await readFiles(german)), [
      'content/talk/moss/index: Über Moos',
      'content/talk/silt: On silt',
    ]);
  });

  it('names the file of each problem, and the whole archive if it has no talks', async () => {
    const { problems, talks } = await readFiles({
      'a.md': talk('On moss'),
      'b.md': talk('On silt').replace('2027-01-18', '2027-02-30'),
      'c.md': '---\ntitle: "On\n---\n',
    });
    assert.equal(talks.length, 1);
    assert.deepEqual(
      problems.map(({ where, line }) => `${where} ${line}`),
      ['c.md 3', 'b.md: date 0'],
    );
    const none = await readFiles({ 'a.md': '# Moss\n', 'b.txt': 'x' });
    assert.deepEqual(
      none.problems.map(({ what }) => what),
      ['It has no Markdown with a title and a date in its front matter.'],
    );
  });

  it('has no section pages, and none of themes, packages and made sites', async () => {
    assert.deepEqual(shown(await readFiles(ASIDE)), ONLY_TALKS);
    // The whole of the archive may be called so.
    assert.deepEqual(shown(await readFiles({ 'public/talks/a.md': talk('On moss') })), ['talks/a: On moss']);
  });

  it('has a talk for each start, whatever its name ends in', async () => {
    const later = (title: string): string => talk(title).replace('01-18T16', '01-19T16');
    const read = await readFiles({
      'x.am.md': talk('On moss'),
      'x.pm.md': later('On ferns'),
      'y.md': talk('On reeds'),
      'y.de.md': later('Über Lehm'),
      'y.it.md': talk('Sulle canne'),
      'z.fr.md': talk('De la mousse').replace('T16:00:00Z', ''),
      'z.en.md': talk('On silt'),
    });
    const expected = ['x.am: On moss', 'x.pm: On ferns', 'y.de: Über Lehm', 'y: On reeds', 'z: On silt'];
    assert.deepEqual([...shown(read)].sort(), expected);
    assert.ok(read.notes.includes('2 × another language of a talk: not read'));
  });

  it('has files whose names differ only in case', async () => {
    const read = await readFiles({ 'Moss.md': talk('On moss'), 'moss.md': talk('On mosses') });
    assert.deepEqual(shown(read), ['Moss: On moss', 'moss: On mosses']);
  });

  it('may have many other files, and not more than 10,000 Markdown files', async () => {
    const many = (suffix: string): Buffer =>
      zipFile({
        'talk.md': talk('On moss'),
        ...Object.fromEntries(Array.from({ length: 10_000 }, (_, number) => [`${number}.${suffix}`, ''])),
      });
    assert.deepEqual(shown(await readSource(readMarkdown, many('txt'))), ['talk: On moss']);
    const { problems } = await readSource(readMarkdown, many('md'));
    assert.deepEqual(
      problems.map(({ what, hint }) => `${what} ${hint}`),
      ['It has more than 10000 Markdown files. Use an archive of the folder that has the talks.'],
    );
  });

  it('is refused if it unpacks to too much', async () => {
    const large = { 'a.md': talk('On moss'), 'b.md': `${talk('On silt')}${' '.repeat(1024 * 1024)}` };
    const { talks, notes } = await readFiles(large);
    assert.deepEqual(
      talks.map(({ title }) => title),
      ['On moss'],
    );
    assert.ok(notes.includes('1 × a file of more than 1 MiB: not read'));
    const bomb = { 'a.md': ' '.repeat(40 * 1024 * 1024) };
    assert.deepEqual(
      (await readFiles(bomb)).problems.map(({ code }) => code),
      ['no-talks'],
    );
  });
});

describe('an archive in several languages as folders', () => {
  const site = (...codes: readonly string[]): Files => ({
    'README.md': '',
    ...Object.fromEntries(codes.map((code) => [`content/${code}/talk/moss.md`, talk(`${code} moss`)])),
  });

  it('has each talk once, in the default language of the site, else in English, else the first', async () => {
    const expected: readonly (readonly [Files, string])[] = [
      [site('de', 'en', 'fr'), 'en moss'],
      [site('de', 'fr'), 'de moss'],
      [{ ...site('de', 'en', 'fr'), 'hugo.toml': 'title = "x"\ndefaultContentLanguage = "fr"\n' }, 'fr moss'],
      [{ ...site('de', 'en'), 'config/_default/config.yaml': "defaultContentLanguage: 'de'\n" }, 'de moss'],
      [{ ...site('de', 'en'), 'themes/x/hugo.toml': 'defaultContentLanguage = "de"\n' }, 'en moss'],
      [{ ...site('de', 'en'), 'content/talk/moss.md': talk('moss') }, 'moss'],
    ];
    for (const [files, title] of expected)
      assert.deepEqual(shown(await readFiles(files)), [`content/talk/moss: ${title}`]);
    const content = { 'a.md': '', 'de/talk/moss.md': talk('de moss'), 'en/talk/moss.md': talk('en moss') };
    assert.deepEqual(shown(await readFiles(content)), ['talk/moss: en moss']);
  });

  it('has both if they start at different times', async () => {
    const files = { ...site('de'), 'content/en/talk/moss.md': talk('en moss').replace('01-18', '01-19') };
    assert.deepEqual(shown(await readFiles(files)), ['content/de/talk/moss: de moss', 'content/en/talk/moss: en moss']);
  });
});

describe('a tar archive of Markdown files', () => {
  it('is read like a zip archive, as code hosts and tar write it', async () => {
    const expected = await readFiles(SITE);
    for (const archived of [
      tarred(SITE),
      tarOf(tarEntry('pax_global_header', '52 comment=1', 'g'), tarEntry('site-main/', '', '5'), tarred(SITE)),
      tarred(Object.fromEntries(Object.entries(SITE).map(([path, text]) => [path.replace('site-main', '.'), text]))),
    ])
      assert.deepEqual(await readSource(readMarkdown, archived, {}, 700), expected);
    assert.equal(formatOf(tarred(SITE).toString('utf8'), {})?.name, 'markdown');
  });

  it('may have names of more than 100 characters, in the ways of POSIX and GNU', async () => {
    const path = 'a'.repeat(120);
    for (const long of [
      tarEntry('x', `${path.length + 13} path=${path}.md\n`, 'x'),
      tarEntry('././@LongLink', `${path}.md\0`, 'L'),
    ]) {
      const read = await readSource(readMarkdown, tarOf(long, tarEntry('cut.md', talk('On moss'))));
      assert.deepEqual(shown(read), [`${path}: On moss`]);
    }
  });

  it('is refused if it is damaged, or has or unpacks to too much', async () => {
    const whole = tarred({ 'a.md': talk('On moss') });
    const other = Buffer.from(whole);
    other.write('b', 0);
    const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, number) => [`${number}.md`, '']));
    const whats = [];
    for (const archived of [whole.subarray(0, 600), whole.subarray(0, 1024), other, tarred(many)])
      whats.push((await readSource(readMarkdown, archived)).problems.map(({ what }) => what).join());
    const damaged = 'The archive is damaged or incomplete.';
    assert.deepEqual(whats, [damaged, damaged, damaged, 'It has more than 10000 Markdown files.']);
    const chunks = (async function* (): AsyncGenerator<Buffer> {
      const empty = Buffer.alloc(64 * 1024 * 1024);
      const header = tarEntry('a.iso', '').subarray(0, 512);
      header.write('77777777777', 124);
      header.write('        0', 148);
      header.write(
        `${header
          .reduce((sum, byte) => sum + byte, 0)
          .toString(8)
          .padStart(6, '0')}\0 `,
        148,
      );
      yield header;
      for (;;) yield empty;
    })();
    for await (const { failure } of readMarkdown({ name: 'a.tar', address: '', chunks }, READ_OPTIONS))
      assert.equal(failure?.what, 'It unpacks to more than 1024 MiB.');
  });
});

describe('a folder of Markdown files', () => {
  const root = temporaryFolder();

  it('is read like an archive, without following links', async () => {
    const folder = folderOf(root, SITE);
    const site = join(folder, 'site-main');
    const outside = folderOf(root, { 'talk/secret.md': talk('Secret') });
    symlinkSync(outside, join(site, 'content/talk/link'));
    symlinkSync(join(outside, 'talk/secret.md'), join(site, 'content/talk/secret.md'));
    const read = await readSource(readMarkdown, await buffer(fileInput(site).chunks()));
    assert.deepEqual(shown(read), shown(await readFiles(SITE)));
  });

  it('has no section pages, and none of themes, packages and made sites', async () => {
    const read = await readSource(readMarkdown, await buffer(fileInput(folderOf(root, ASIDE)).chunks()));
    assert.deepEqual(shown(read), ONLY_TALKS);
  });

  it('has the same keys whatever else is in it', async () => {
    const folder = folderOf(root, { 'talks/a.md': talk('On moss') });
    const read = async (): Promise<readonly string[]> =>
      shown(await readSource(readMarkdown, await buffer(fileInput(folder).chunks())));
    const before = await read();
    assert.deepEqual(before, ['talks/a: On moss']);
    writeFileSync(join(folder, 'about.md'), '# About\n');
    assert.deepEqual(await read(), before);
  });

  it('is refused with the limit that it exceeds', async () => {
    const path = Array.from({ length: 17 }, () => 'a').join('/');
    const folder = folderOf(root, { [`${path}/b.md`]: talk('On moss') });
    await assert.rejects(buffer(fileInput(folder).chunks()), /The folder has more than 16 levels\./);
    const crowded = folderOf(root, { 'a.md': talk('On moss') });
    for (let number = 0; number < 20_000; number++) closeSync(openSync(join(crowded, `${number}`), 'w'));
    await assert.rejects(buffer(fileInput(crowded).chunks()), /The folder has more than 20,000 files and folders\./);
  });

  it('gives the same bytes until a file changes', async () => {
    const folder = folderOf(root, { 'a.md': talk('On moss'), 'b/c.md': talk('On silt') });
    const [first, second] = [await buffer(fileInput(folder).chunks()), await buffer(fileInput(folder).chunks())];
    assert.deepEqual(second, first);
    writeFileSync(join(folder, 'a.md'), talk('On mud'));
    assert.notDeepEqual(await buffer(fileInput(folder).chunks()), first);
  });

  it('is imported by name, and as a source of a sources file', async () => {
    const folder = folderOf(root, {
      'term/talks/a.md': talk('On moss'),
      'lectern.yaml': 'sources:\n  - { name: term, file: term }\n  - { name: site, file: site.tar.gz }\n',
    });
    writeFileSync(join(folder, 'site.tar.gz'), gzipSync(tarred(SITE)));
    const checked = await lectern(['check', 'term'], { folder });
    assert.match(
      checked.stdout,
      /^term: Markdown with front matter, 1 talk, 2027-01-18 to 2027-01-18, as source “term”/,
    );
    const synced = await lectern(['sync', '--once', '--database', 'sqlite:c.db', '--config', 'lectern.yaml'], {
      folder,
    });
    assert.match(synced.stdout + synced.stderr, /term: 1 talk.*site: 2 talks|1 added/su);
  });
});

describe('the format of a file', () => {
  it('is Markdown if it begins with front matter', () => {
    const named = (head: string): string | undefined => formatOf(head, {})?.name;
    assert.equal(named(talk('On moss')), 'markdown');
    assert.equal(named('+++\ntitle = "On moss"\n+++\n'), 'markdown');
    assert.equal(named('{\n  "title": "On moss"\n}\n\nDown.\n'), 'markdown');
    assert.equal(named('PK\u0003\u0004 a.md'), 'markdown');
    assert.equal(named('---\n- title: On moss\n  date: 2027-01-18\n'), 'rows');
    assert.equal(named('---\n\nProse.\n\n---\n'), undefined);
  });
});
