import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RejectionLog } from '#server/http/rejection-log.ts';

interface Line {
  readonly reason: string;
  readonly url?: string | undefined;
  readonly times?: number;
}

test('a rejection is logged at once, and more for the same reason are counted once a minute', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const lines: Line[] = [];
  const rejections = new RejectionLog((line) => void lines.push(line));
  const told = (): string[] => lines.splice(0).map(({ reason, url, times }) => [reason, url ?? times].join(' '));

  for (const url of ['/a', '/b', '/c']) rejections.rejected('too expensive', url);
  rejections.rejected('no store', '/d');
  assert.deepEqual(told(), ['too expensive /a', 'no store /d']);

  t.mock.timers.tick(60_000);
  assert.deepEqual(told(), ['too expensive 2']);
  rejections.rejected('too expensive', '/e');
  assert.deepEqual(told(), []);
  t.mock.timers.tick(60_000);
  assert.deepEqual(told(), ['too expensive 1']);

  t.mock.timers.tick(60_000);
  rejections.rejected('too expensive', '/f');
  assert.deepEqual(told(), ['too expensive /f']);
});

test('reasons beyond the first 50 are logged as “other reasons”', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const lines: Line[] = [];
  const rejections = new RejectionLog((line) => void lines.push(line));
  for (let number = 0; number < 1000; number++) rejections.rejected(`talk ${String(number)} is damaged`, '/');
  assert.deepEqual([lines.length, lines.at(-1)?.reason], [51, 'other reasons']);
  t.mock.timers.tick(60_000);
  assert.deepEqual([lines.length, lines.at(-1)?.times], [52, 949]);
});
