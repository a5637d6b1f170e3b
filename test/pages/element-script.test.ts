import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ELEMENT_SCRIPTS } from '#pages/embed/element.ts';
import { LANGUAGES } from '#pages/frame/language.ts';

const GUIDE = 'docs/how-to/put-talks-on-a-page.md';

describe('the script of <lectern-talks>', () => {
  it('has its hash in the guide for every released version', async () => {
    const guide = await readFile(GUIDE, 'utf8');
    const given = [...guide.matchAll(/^\| `(\d+)` +\| `(sha384-[^`]+)` +\|$/gm)].map(([, version, hash]) => [
      version,
      hash,
    ]);
    assert.deepEqual(
      given,
      [...ELEMENT_SCRIPTS.values()].map(({ version, integrity }) => [version, integrity]),
    );
  });

  it('is under 10 kB gzipped, imports nothing and never parses HTML', () => {
    for (const { content } of ELEMENT_SCRIPTS.values()) {
      assert.ok(gzipSync(content).length < 10_000, String(gzipSync(content).length));
      assert.doesNotMatch(
        content.toString(),
        /^\s*(import|export)\b|\bimport\(|innerHTML|insertAdjacent|document\.write/m,
      );
    }
  });

  it('has the same messages and placeholders in every language', async () => {
    for (const version of ELEMENT_SCRIPTS.keys()) {
      const file = await readFile(`src/pages/embed/element/${version}/words.json`, 'utf8');
      const words = JSON.parse(file) as Readonly<Record<string, Readonly<Record<string, string>>>>;
      assert.deepEqual(Object.keys(words).sort(), [...LANGUAGES].sort());
      const inserted = (text: string): string => (text.match(/\{\w+\}/g) ?? []).join();
      for (const language of LANGUAGES)
        assert.deepEqual(
          Object.entries(words[language] ?? {}).map(([key, text]) => [key, inserted(text)]),
          Object.entries(words.en ?? {}).map(([key, text]) => [key, inserted(text)]),
        );
    }
  });
});
