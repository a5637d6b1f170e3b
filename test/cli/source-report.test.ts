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
    '“calendar (1)” is new, and 2 of its first 3 talks are called what those of “optics” are. ' +
      'If “calendar (1)” is the same, --source optics keeps its name, and its talks the same talks.\n',
  );
  const spelled = reported({ source: 'b', likelyName: { ...likelyName, source: "Jane's talks" } });
  assert.match(spelled, / --source 'Jane'\\''s talks' keeps its name/);
  assert.equal(reported({ source: 'b', likelyName: undefined }), '');
});
