import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { textOf, type HttpAnswer } from '../support/http/http-answer.ts';
import { startTestServer, type TestServer } from '../support/http/server.ts';
import { person, series, slugOf, talk } from '../support/catalogue/wire-records.ts';

const [SERIES, ADA, BO] = [slugOf(1), slugOf(2), slugOf(3)];
const [PAST, CANCELLED] = [slugOf(12), slugOf(13)];
const MOSS = { url: 'moss.png', alt: 'Moss "on" a wall' };
const RECORDS = [
  series(SERIES, { image: { url: 'https://img.example.org/series.jpg' } }),
  person(ADA, { name: 'Ada', image: { url: 'https://a.pictures.example/ada.jpg', alt: 'Ada' } }),
  person(BO, { name: 'Bo', image: { url: 'https://elsewhere.example/bo.jpg' } }),
  talk(slugOf(10), '2040-05-01T12:00:00Z', { image: MOSS, series: SERIES, speakers: [ADA, BO] }),
  talk(slugOf(11), '2040-05-02T12:00:00Z', { series: SERIES }),
  talk(PAST, '2020-05-02T12:00:00Z', { title: 'Past' }),
  talk(CANCELLED, '2040-05-03T12:00:00Z', { title: 'Cancelled', status: 'cancelled' }),
];
const PAGE = `/talks/id/${slugOf(10)}/`;

/** A PNG of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The attributes of the images on a page. */
function picturesIn(html: string): string[] {
  return [...html.matchAll(/<img([^>]*)>/g)].map(([, attributes = '']) => attributes.replace(/\s+/g, ' ').trim());
}

describe('images', () => {
  let folder = '';
  let server: TestServer;
  const ask = (path: string): Promise<HttpAnswer> => server.ask(path);

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-images-'));
    const images = join(folder, 'images');
    await mkdir(join(images, 'people'), { recursive: true });
    await writeFile(join(folder, 'secret.png'), 'secret');
    for (const name of ['moss.png', 'people/ada.PNG', 'moss.svg', '.hidden.png', 'large.png'])
      await writeFile(join(images, name), PICTURE);
    await truncate(join(images, 'large.png'), 2 * 1024 * 1024 + 1);
    await symlink(join(folder, 'secret.png'), join(images, 'out.png'));
    await symlink(join(images, 'moss.png'), join(images, 'in.png'));
    await mkdir(join(images, 'folder.png'));
    server = await startTestServer(RECORDS, { images, imageHosts: ['img.example.org', '*.pictures.example'] });
  });
  after(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('in the folder are served with their type and may be cached for an hour', async () => {
    const { status, headers, body } = await ask('/images/moss.png');
    assert.deepEqual([status, headers['content-type'], body], [200, 'image/png', PICTURE]);
    assert.equal(headers['cache-control'], 'public, max-age=3600, stale-while-revalidate=86400');
    assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'");
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal((await ask('/images/people/ada.PNG')).headers['content-type'], 'image/png');
    assert.deepEqual((await ask('/images/in.png')).body, PICTURE);
    const text = Buffer.from('0000000374455874610062dc49a23b', 'hex');
    const longer = Buffer.concat([PICTURE.subarray(0, -12), text, PICTURE.subarray(-12)]);
    await writeFile(join(folder, 'images', 'moss.png'), longer);
    assert.deepEqual((await ask('/images/moss.png')).body, longer, 'is the new content after the file is replaced');
  });

  it('are a 404 if they are outside the folder, too large or not an image', async () => {
    const paths = ['none.png', 'out.png', 'large.png', 'folder.png', 'moss.svg', '.hidden.png', 'moss.png/x.png'];
    const climbing = ['../secret.png', '..%2Fsecret.png', '%2e%2e/secret.png', 'people/..%2f..%2fsecret.png'];
    for (const path of [...paths, ...climbing]) assert.equal((await ask(`/images/${path}`)).status, 404, path);
  });

  it('are shown with their alternative text, only from the folder and allowed hosts', async () => {
    const { headers, ...page } = await ask(PAGE);
    assert.deepEqual(picturesIn(textOf({ headers, ...page })).slice(0, 2), [
      'src="/images/moss.png" alt="Moss &quot;on&quot; a wall" width="960" height="320" loading="lazy" referrerpolicy="no-referrer" /',
      'class="face small" src="https://a.pictures.example/ada.jpg" alt="Ada" width="48" height="48" loading="lazy" referrerpolicy="no-referrer" /',
    ]);
    assert.match(
      String(headers['content-security-policy']),
      / img-src 'self' img\.example\.org \*\.pictures\.example; font-src /,
    );
    assert.match(
      textOf(await ask(`/talks/series/id/${SERIES}`)),
      /<img src="https:\/\/img\.example\.org\/series\.jpg"/,
    );
    assert.match(textOf(await ask(`/talks/persons/id/${ADA}`)), /class="face large"/);
    assert.deepEqual(
      picturesIn(textOf(await ask(`/talks/persons/id/${BO}`))),
      [
        'class="talk-picture" src="/images/moss.png" alt="" width="96" height="64" loading="lazy" referrerpolicy="no-referrer" /',
      ],
      'the list shows the image of a talk, and none from a host that is not allowed',
    );
  });

  it('are shown on the home page for the recommendation of the operator', async () => {
    const featured = async (kind: 'talk' | 'series', slug: string): Promise<string> => {
      const other = await startTestServer(RECORDS, { featured: { kind, slug }, imageHosts: ['img.example.org'] });
      try {
        return textOf(await other.ask('/'));
      } finally {
        await other.close();
      }
    };
    const page = await featured('talk', slugOf(11));
    assert.match(page, /<section class="featured"[^]*<img src="https:\/\/img\.example\.org\/series\.jpg"/);
    assert.doesNotMatch(await featured('series', slugOf(99)), /class="featured"/);
    // Talks that are over or cancelled are not recommended.
    for (const slug of [PAST, CANCELLED]) assert.doesNotMatch(await featured('talk', slug), /class="featured"/);
  });

  it('leave nothing in their place if there is none', async () => {
    assert.doesNotMatch(textOf(await ask(`/talks/id/${slugOf(11)}/`)), /class="banner"/);
    assert.match(textOf(await ask(PAGE)), /class="banner"/);
  });
});

it('a server without image settings shows no images', async () => {
  const server = await startTestServer(RECORDS);
  try {
    const page = await server.ask(PAGE);
    assert.deepEqual(
      picturesIn(textOf(page)).filter((one) => !one.includes('/qr/')),
      [],
    );
    assert.match(String(page.headers['content-security-policy']), / img-src 'self'; /);
    assert.equal((await server.ask('/images/moss.png')).status, 404);
  } finally {
    await server.close();
  }
});
