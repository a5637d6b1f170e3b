import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainedReport, sourceReport } from '#cli/reports/source-report.ts';
import type { SourceSummary } from '#harvest/reading/source-reading.ts';
import { sourceTalk } from '#sources/source-talk.ts';

function reported({ source, likelyName }: Pick<SourceSummary, 'source' | 'likelyName'>): string {
  return sourceReport({ files: [], sources: [{ source, likelyName, gone: [], lists: [] }] }, 'Europe/London');
}

test('the report suggests the known name of a source that is imported under a new one', () => {
  const likelyName = { source: 'optics', talks: 2, of: 3 };
  assert.equal(
    reported({ source: 'calendar (1)', likelyName }),
    '“calendar (1)” is a new source, but 2 of its first 3 talks have the titles of talks of “optics”. ' +
      'If it is the same source, import it with --source optics, so that its talks keep their identity.\n',
  );
  const spelled = reported({ source: 'b', likelyName: { ...likelyName, source: "Jane's talks" } });
  assert.match(spelled, / --source 'Jane'\\''s talks', so that its talks keep/);
  assert.equal(reported({ source: 'b', likelyName: undefined }), '');
});

test('--explain speakers shows the text, the speakers and the title of each talk', () => {
  const talk = sourceTalk({
    key: 'a',
    line: 12,
    start: '2026-12-01T17:00:00Z',
    end: '2026-12-01T18:00:00Z',
    title: 'On engines',
    speakers: [{ name: 'Ada Lovelace', bio: 'Oxford' }, { name: 'Emmy Noether' }],
    speakersFrom: { where: 'the head of SUMMARY', text: 'Ada Lovelace (Oxford) and Emmy Noether: On engines' },
  });
  const explained = [{ file: 'term.ics', source: 'term', talk, record: undefined, unsaid: [] }];
  assert.equal(
    explainedReport({ explained }, 'speakers'),
    'term.ics:12, 2026-12-01T17:00:00Z\n' +
      '  the head of SUMMARY: Ada Lovelace (Oxford) and Emmy Noether: On engines\n' +
      '  speakers: Ada Lovelace (Oxford); Emmy Noether\n' +
      '  title: On engines\n',
  );
});
