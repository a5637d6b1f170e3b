import assert from 'node:assert/strict';
import { recordLine } from '#representations/catalogue-file-writer.ts';
import { dayNumber } from '#sample/calendar.ts';
import { sampleCatalogue } from '#sample/sample-catalogue.ts';
import type { WireRecord } from './wire-records.ts';

/** The records of a sample catalogue around a day (YYYY-MM-DD); today, if none is given. */
export function sampleRecords({ talks, day }: { talks: number; day?: string }): readonly WireRecord[] {
  const given = day ?? new Date().toISOString().slice(0, 10);
  const today = dayNumber(given) ?? assert.fail(given);
  return [...sampleCatalogue({ seed: 7, today, talks })].map((record) => JSON.parse(recordLine(record)) as WireRecord);
}
