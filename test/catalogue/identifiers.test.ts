import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPlaceId } from '#catalogue/place.ts';
import { isSlug } from '#catalogue/slug.ts';
import { isTopicUri } from '#catalogue/topic.ts';

function sorted(is: (text: string) => boolean, texts: readonly string[]): { yes: string[]; no: string[] } {
  return { yes: texts.filter(is), no: texts.filter((text) => !is(text)) };
}

test('a slug is a lower-case UUID and nothing else', () => {
  const yes = ['ae188ae7-aade-5372-95a2-d2cecd574d47', '00000000-0000-0000-0000-000000000000'];
  const no = [
    '',
    'AE188AE7-aade-5372-95a2-d2cecd574d47',
    'ae188ae7aade537295a2d2cecd574d47',
    `${yes[0] ?? ''}\n`,
    `{${yes[0] ?? ''}}`,
  ];
  assert.deepEqual(sorted(isSlug, [...yes, ...no]), { yes, no });
});

test('a place id is a lower-case scheme word, a colon and digits', () => {
  const yes = ['place:23232534', 'oxpoints:0', 'a1:1'];
  const no = ['', 'place:', ':1', 'Place:1', '1a:1', 'place:1a', 'place:-1', 'place:1 ', 'pla-ce:1', 'place:١'];
  assert.deepEqual(sorted(isPlaceId, [...yes, ...no]), { yes, no });
});

test('a topic is an absolute http or https URI', () => {
  const yes = [
    'http://id.worldcat.org/fast/1012163',
    'https://topics.example.org/a?b=c#d',
    'http://topics.example.org/c++',
    'http://topics.example.org/über',
    'HTTP://TOPICS.EXAMPLE.ORG',
    'http://topics.example.org/a|b',
    'http://[::1]/topic',
  ];
  const no = [
    '',
    'fast/1012163',
    '//topics.example.org/a',
    'ftp://topics.example.org/a',
    'http:topics',
    'http:///a',
    'http://?a',
    'http://topics.example.org/a b',
    'http://topics.example.org/"a"',
    'http://topics.example.org/<a>',
    'http://topics.example.org/\u0000',
    'http://topics.example.org:port/',
    'http://[1/',
    'javascript:alert(1)',
  ];
  assert.deepEqual(sorted(isTopicUri, [...yes, ...no]), { yes, no });
});
