import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceReport } from '#cli/reports/source-report.ts';
import type { SourceSummary } from '#harvest/reading/source-reading.ts';

function reported({ source, likelyName }: Pick<SourceSummary, 'source' | 'likelyName'>): string {
  return sourceReport({ files: [], sources: [{ source, likelyName, gone: [], lists: [] }] });
}

test('who imports a source under another name is told so, and how to keep the one that it had', () => {
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
