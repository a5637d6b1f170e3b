import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readSameLines } from '#harvest/reading/same-lines.ts';
import { slugOf } from '../../support/catalogue/wire-records.ts';

const [A, B, C, D] = [slugOf(1), slugOf(2), slugOf(3), slugOf(4)];

/** `line code` of each problem. */
function refused(text: string): string[] {
  const read = readSameLines('same.txt', text);
  assert.ok(!read.ok, 'the file was accepted');
  assert.ok(read.problems.every(({ file, what, hint }) => file === 'same.txt' && what.length > 10 && hint.length > 10));
  return read.problems.map(({ line, code }) => `${line} ${code}`);
}

function pairsOf(text: string): string[] {
  const read = readSameLines('same.txt', text);
  assert.ok(read.ok, JSON.stringify(read));
  return read.lines.pairs.map(({ keep, drop }) => `${keep} ${drop}`);
}

test('a line names the records to keep and to drop; comments, blank lines and all line ends are allowed', () => {
  const text = `\ufeff# ours\r\n${A} ${B}\t# the joint seminar\n\n  place:1   place:2\rhttps://t.example/#x https://t.example/#y # z\n${A} ${B.toUpperCase()}`;
  assert.deepEqual(pairsOf(text), [`${A} ${B}`, 'place:1 place:2', 'https://t.example/#x https://t.example/#y']);
  assert.deepEqual(pairsOf(''), []);
  assert.deepEqual(pairsOf(`${A} ${B}\n${A} ${C}`), [`${A} ${B}`, `${A} ${C}`]);
});

test('invalid pairs are reported with their lines', () => {
  const lines = [A, `${A} ${B} ${C}`, `${A} moss`, `${A} place:1`, `${A} ${A}`, 'place:x https://t.example/'];
  assert.deepEqual(refused(lines.join('\n')), [
    '1 not-a-pair',
    '2 not-a-pair',
    '3 bad-identifier',
    '4 different-forms',
    '5 same-twice',
    '6 bad-identifier',
  ]);
});

test('chains, cycles and identifiers that are dropped twice are refused', () => {
  assert.deepEqual(refused(`${A} ${B}\n${C} ${B}`), ['2 dropped-twice']);
  assert.deepEqual(refused(`${A} ${B}\n${B} ${C}`), ['2 chain']);
  assert.deepEqual(refused(`${A} ${B}\n${B} ${A}`), ['1 chain', '2 chain']);
  assert.deepEqual(refused(`${A} ${B}\n${B} ${C}\n${C} ${A}\n${D} place:1`), [
    '1 chain',
    '2 chain',
    '3 chain',
    '4 different-forms',
  ]);
});

test('too many lines and overlong lines are refused', () => {
  assert.deepEqual(refused('\n'.repeat(100_001)), ['0 too-many-lines']);
  assert.deepEqual(refused(`${A} ${'x'.repeat(1_000_000)}`), ['1 bad-identifier']);
});

test('an accepted file never drops an identifier that it keeps', () => {
  const word = fc.constantFrom(A, B, C, D, 'place:1', 'place:2');
  const text = fc
    .array(fc.tuple(word, word), { maxLength: 5 })
    .map((pairs) => pairs.map((pair) => pair.join(' ')).join('\n'));
  fc.assert(
    fc.property(text, (written) => {
      const read = readSameLines('same.txt', written);
      if (!read.ok) return;
      for (const { keep, drop } of read.lines.pairs) {
        assert.equal(read.lines.keepOf(keep), undefined);
        assert.deepEqual([read.lines.nameOf(drop), read.lines.areSame(keep, drop)], [keep, true]);
        assert.ok(read.lines.dropsOf(keep).includes(drop) && read.lines.isKept(keep));
      }
    }),
  );
});
