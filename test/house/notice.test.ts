import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { noticeText } from '../support/docs/notice.ts';

it('NOTICE names every package that is installed with Lectern, and its licence (npm run notice writes it)', () => {
  assert.equal(readFileSync('NOTICE', 'utf8'), noticeText());
});
