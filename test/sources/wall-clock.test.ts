import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Temporal } from 'temporal-polyfill';
import { ianaZone } from '#sources/wall-clock.ts';

const DAY = 86_400;
/** With summer time (two), with summer time that pauses, with half an hour of it, and without. */
const ZONES = ['Europe/London', 'America/New_York', 'Africa/Casablanca', 'Australia/Lord_Howe', 'Asia/Tokyo'];

describe('local times in an IANA time zone', () => {
  for (const name of ZONES) {
    it(`match those of Temporal in ${name}`, () => {
      const zone = ianaZone(name);
      assert.ok(zone);
      // The step covers every hour of the day and every season.
      for (let utc = Date.UTC(1900) / 1000; utc < Date.UTC(2100) / 1000; utc += 13 * DAY + 3601) {
        const there = Temporal.Instant.fromEpochMilliseconds(utc * 1000).toZonedDateTimeISO(name);
        const wall = utc + there.offsetNanoseconds / 1e9;
        assert.equal(zone.toWall(utc), wall, there.toString());
        const back = there.toPlainDateTime().toZonedDateTime(name, { disambiguation: 'compatible' });
        assert.equal(zone.toUtc(wall), back.epochMilliseconds / 1000, there.toString());
      }
    });
  }

  it('keep the offset of 1900 in earlier years and that of 2100 in later ones', () => {
    const zone = ianaZone('Europe/Paris');
    assert.ok(zone);
    const wall = (year: number): number => Date.UTC(year, 6) / 1000;
    assert.equal(zone.toWall(wall(1800)), wall(1800) + 561);
    assert.equal(zone.toWall(wall(3000)), wall(3000) + 3600);
  });
});
