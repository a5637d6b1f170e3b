import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { calendar, importOptics, on, shownTalks, storeOf } from '../support/import-calendars.js';

describe('an import of a file that is not as it should be', () => {
  it('changes nothing when an entry is bad; leaves it out when told to, and then lets nothing vanish', async (t) => {
    const store = await storeOf(t);
    await importOptics(store, calendar(on('moss', '20261201'), on('fern', '20261202')));
    const bad = calendar(on('moss', '20261203'), on('reed', '20260230'));
    const refused = await importOptics(store, bad, { sources: { gone: 'remove' } });
    assert.deepEqual(!refused.ok && refused.problems.map(({ file, line, code }) => [file, line, code]), [
      ['calendar.ics', 11, 'bad-value'],
    ]);
    assert.deepEqual(await shownTalks(store), ['On fern 2026-12-02 published', 'On moss 2026-12-01 published']);
    const skipped = await importOptics(store, bad, { sources: { gone: 'remove', skipBad: true } });
    assert.equal(skipped.ok, true);
    assert.deepEqual(
      skipped.skipped.map(({ line, code }) => [line, code]),
      [[11, 'bad-value']],
    );
    assert.deepEqual(await shownTalks(store), ['On fern 2026-12-02 published', 'On moss 2026-12-03 published']);
  });

  it('is refused when the file is cut short, whatever it is told to leave out', async (t) => {
    const store = await storeOf(t);
    const report = await importOptics(store, calendar(on('moss', '20261201')).slice(0, -20), {
      sources: { skipBad: true },
    });
    assert.deepEqual(!report.ok && report.problems.map(({ code }) => code), ['cut-short']);
  });

  it('is refused when nobody knows what it is written in', async (t) => {
    const report = await importOptics(await storeOf(t), '%PDF-1.7\n%\u00e2\u00e3');
    assert.equal(!report.ok && report.problems[0]?.code, 'unknown-format');
    const page = await importOptics(await storeOf(t), '<html><body>Sign in</body></html>');
    assert.equal(!page.ok && page.problems[0]?.code, 'no-json-ld');
  });
});
