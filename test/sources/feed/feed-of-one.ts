import assert from 'node:assert/strict';
import { readFeed } from '#sources/feed/feed.ts';
import type { ReadOptions } from '#sources/source-format.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import { readSource } from '../../support/sources/read-source.ts';

export const NAMESPACES = [
  'xmlns:ev="http://purl.org/rss/1.0/modules/event/"',
  'xmlns:xCal="urn:ietf:params:xml:ns:xcal"',
  'xmlns:gd="http://schemas.google.com/g/2005"',
  'xmlns:content="http://purl.org/rss/1.0/modules/content/"',
  'xmlns:livewhale="http://www.livewhale.com/ns/rss/"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
].join(' ');

/** An RSS feed of one item. */
export function rss(inside: string): string {
  const item = `<item><title>On moss</title><guid isPermaLink="false">moss-1</guid>${inside}</item>`;
  return `<rss version="2.0" ${NAMESPACES}><channel><title>Botany</title>\n${item}</channel></rss>`;
}

/** An Atom feed of one entry. */
export function atom(inside: string): string {
  const entry = `<entry><id>moss-1</id><title>On moss</title>${inside}</entry>`;
  return `<feed xmlns="http://www.w3.org/2005/Atom" ${NAMESPACES}><title>Botany</title>\n${entry}</feed>`;
}

export async function talksOf(feed: string, options: Partial<ReadOptions> = {}): Promise<readonly SourceTalk[]> {
  const { talks, problems } = await readSource(readFeed, feed, options);
  assert.deepEqual(problems, []);
  return talks;
}

export async function talkOf(feed: string, options: Partial<ReadOptions> = {}): Promise<SourceTalk> {
  const [talk, ...more] = await talksOf(feed, options);
  assert.ok(talk !== undefined && more.length === 0);
  return talk;
}

export const START = '<ev:startdate>2026-11-20T17:00:00Z</ev:startdate>';
