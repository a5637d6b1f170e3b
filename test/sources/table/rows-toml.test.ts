import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { formatOf } from '#harvest/reading/input-format.ts';
import { readRows } from '#sources/table/rows.ts';
import { looksLikeToml, parseToml } from '#sources/table/toml-document.ts';
import { RUNS } from '../../support/property-runs.ts';
import { readSource } from '../../support/sources/read-source.ts';
import { NO_TOML } from '../../support/sources/toml-installed.ts';

const TALKS = `[[talks]]
title = "On moss"
start = 2026-10-27T17:00:00+01:00
speakers = ["Ada Lovelace"]

[[talks]]
title = "On ferns"
date = 2026-10-28
time = 17:30:00
`;

async function problemOf(text: string): Promise<string> {
  const { problems } = await readSource(readRows, text);
  return problems.map(({ line, code, what }) => `${String(line)} ${code}: ${what}`).join('\n');
}

describe('a TOML list of talks', { skip: NO_TOML }, () => {
  it('is read with native TOML dates and times', async () => {
    const { talks, problems } = await readSource(readRows, TALKS);
    assert.deepEqual(problems, []);
    assert.deepEqual(
      talks.map(({ title, start, speakers }) => ({ title, start, speakers: speakers.map(({ name }) => name) })),
      [
        { title: 'On moss', start: '2026-10-27T16:00:00Z', speakers: ['Ada Lovelace'] },
        { title: 'On ferns', start: '2026-10-28T17:30:00Z', speakers: [] },
      ],
    );
  });

  it('is recognised below comments, with CRLF line ends and below a key', () => {
    for (const text of [TALKS, `# Talks\n\n${TALKS}`, TALKS.replaceAll('\n', '\r\n'), `term = "Lent"\n\n${TALKS}`]) {
      assert.equal(looksLikeToml(text), true, text);
      assert.equal(formatOf(text, {})?.name, 'rows', text);
    }
    for (const text of ['[["a", 1]]', '[{"a": 1}]', '- title: a = b\n', 'title,start\n', '<a b="c">', 'a == b', ''])
      assert.equal(looksLikeToml(text), false, text);
  });

  it('is refused with the line of a syntax error, or with its fields if it has no talks', async () => {
    assert.match(await problemOf('[[talks]]\ntitle = "a"\nstart = tomorrow\n'), /^3 bad-toml: Invalid TOML here \(/);
    assert.match(await problemOf('[params]\ncolour = "red"\n'), /^0 no-list: It is TOML of no known format/);
    assert.match(await problemOf('[[birds]]\nwing = 1\n'), /It is TOML of no known format: .* with "wing"/);
  });

  it('is refused if it is too large or nested too deeply', async () => {
    assert.match(await problemOf(`a = "${'x'.repeat(2 * 1024 * 1024)}"`), /^0 too-large: /);
    assert.match(await problemOf(`a = ${'['.repeat(1000)}${']'.repeat(1000)}`), /^1 bad-toml: .*nested/);
    // Dotted headers nest without brackets.
    assert.match(await problemOf(`[x]\na = 1\n[${'a.'.repeat(100_000)}b]\nc = 1`), /^0 too-deep: /);
  });

  it('is parsed, or refused with a hint, for arbitrary text', async () => {
    const piece = fc.constantFrom(
      '[[t]]',
      '[a.b]',
      'k',
      ' = ',
      '"',
      "'''",
      '{',
      '}',
      '[',
      ']',
      '\n',
      '#',
      '2026-01-01',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(piece, fc.string()), { maxLength: 20 }), async (pieces) => {
        const document = await parseToml(pieces.join(''));
        assert.ok(document.ok || document.failure.hint !== '');
      }),
      { numRuns: RUNS.usual },
    );
  });
});
