import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { writtenDate } from '#sources/table/written-date.ts';
import { isInQuestion } from '#sources/table/written-day.ts';
import { askPython, withoutPython } from '../../support/process/python.ts';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

function two(number: number): string {
  return String(number).padStart(2, '0');
}

/** Notations of a date with a time. Those that are ambiguous have the day before the month. */
const WAYS: readonly ((date: Date) => string)[] = [
  (date) => date.toISOString().slice(0, 16),
  (date) => date.toISOString().slice(0, 19).replaceAll(/[-:]/g, ''),
  (date) => `${numbers(date, '/')} ${clock(date)}`,
  (date) => `${numbers(date, '.')} ${clock(date)}`,
  (date) => `${numbers(date, '-')} ${halves(date)}`,
  (date) => `${date.getUTCDate()}/${date.getUTCMonth() + 1}/${two(date.getUTCFullYear() % 100)} ${halves(date)}`,
  (date) => `${date.getUTCDate()} ${month(date)} ${date.getUTCFullYear()} ${clock(date)}`,
  (date) => `${month(date).slice(0, 3)} ${date.getUTCDate()}, ${date.getUTCFullYear()} ${halves(date)}`,
  (date) => `${weekday(date)}, ${month(date)} ${date.getUTCDate()}, ${date.getUTCFullYear()} ${clock(date)}`,
  (date) =>
    `${weekday(date).slice(0, 3)} ${two(date.getUTCDate())}-${month(date).slice(0, 3)}-${date.getUTCFullYear()} ${clock(date)}`,
];

function numbers(date: Date, between: string): string {
  return [two(date.getUTCDate()), two(date.getUTCMonth() + 1), date.getUTCFullYear()].join(between);
}

function clock(date: Date): string {
  return date.toISOString().slice(11, 16);
}

function halves(date: Date): string {
  const hour = date.getUTCHours();
  return `${hour % 12 === 0 ? 12 : hour % 12}:${two(date.getUTCMinutes())} ${hour < 12 ? 'AM' : 'pm'}`;
}

function month(date: Date): string {
  return MONTHS[date.getUTCMonth()] ?? '';
}

function weekday(date: Date): string {
  return DAYS[date.getUTCDay()] ?? '';
}

const READ = `
import json, sys
from dateutil import parser
ymd = lambda text: text[:4].isdigit()
times = [parser.parse(text, dayfirst=not ymd(text)) for text in json.load(sys.stdin)]
json.dump([time.strftime('%Y-%m-%d %H:%M') for time in times], sys.stdout)
`;

/** The date and time as we read it, with the day before the month if it is ambiguous. */
function read(text: string): string {
  const written = writtenDate(text, 2026);
  assert.ok(typeof written !== 'string', `${text} is not read`);
  const day = isInQuestion(written.day) ? written.day.get('dmy') : written.day;
  assert.ok(day !== undefined && written.clocks !== undefined, text);
  const seconds = written.clocks.start;
  const time = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}`;
  return `${[day.year, two(day.month), two(day.day)].join('-')} ${time}`;
}

describe('dates in many notations', () => {
  it('are read as dateutil reads them', { skip: withoutPython('dateutil') }, () => {
    const day = fc.date({
      min: new Date('1980-01-01T00:00:00Z'),
      max: new Date('2060-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    const texts = fc.sample(day, 200).flatMap((date) => WAYS.map((way) => way(date)));
    assert.deepEqual(texts.map(read), askPython('dateutil', READ, texts));
  });
});
