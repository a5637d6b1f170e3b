import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { noticeText } from '../support/docs/notice.ts';

it('NOTICE lists every package installed with Lectern and its licence (npm run notice updates it)', () => {
  assert.equal(readFileSync('NOTICE', 'utf8'), noticeText());
});
