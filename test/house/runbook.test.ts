import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parseAllDocuments } from 'yaml';
import { ERRORS } from '#server/http/errors.ts';
import { EXIT_STATUS } from '../../src/cli/exit-status.ts';
import { logLines } from '../support/docs/log-lines.ts';

const RUNBOOK = readFileSync('docs/runbook.md', 'utf8');

/** The entries under a heading: their titles, without backquotes, and their texts. */
function entriesUnder(heading: string): ReadonlyMap<string, string> {
  const section = RUNBOOK.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? '';
  const entries = section.split(/^### /m).slice(1);
  const found = new Map(
    entries.map((entry) => {
      const [title = '', ...lines] = entry.split('\n');
      return [title.replaceAll('`', ''), lines.join('\n')];
    }),
  );
  assert.equal(found.size, entries.length, `an entry under “${heading}” is repeated`);
  return found;
}

function assertComplete(heading: string, expected: readonly string[]): void {
  assert.deepEqual([...entriesUnder(heading).keys()].sort(), expected.toSorted());
}

interface RuleFile {
  readonly groups?: readonly { readonly rules: readonly { readonly alert?: string }[] }[];
}

/** The alerts of all rule files in deploy/. */
function alerts(): readonly string[] {
  const files = globSync('deploy/**/*.{yaml,yml}').flatMap((path) => parseAllDocuments(readFileSync(path, 'utf8')));
  const groups = files.flatMap((file) => (file.toJS() as RuleFile | null)?.groups ?? []);
  return groups.flatMap(({ rules }) => rules.flatMap(({ alert }) => (alert === undefined ? [] : [alert])));
}

describe('docs/runbook.md', () => {
  it('explains exactly the alerts in deploy/', () => {
    assertComplete('Alerts', alerts());
  });

  it('explains exactly the lines that Lectern logs at level warn or above', () => {
    const lines = [...logLines()].map(([message, levels]) => `${message} · ${levels.join(', ')}`);
    assert.ok(lines.length > 20);
    assertComplete('Log lines', lines);
  });

  it('explains exactly the exit statuses of the code', () => {
    assertComplete(
      'Exit status',
      Object.values(EXIT_STATUS).map(({ status }) => String(status)),
    );
  });

  it('explains exactly the problem types of the code', () => {
    assertComplete(
      'Problem types',
      Object.entries(ERRORS).map(([code, { status }]) => `${code} · ${String(status)}`),
    );
  });

  it('says for each entry what it means, what to look at and what to do', () => {
    for (const heading of ['Alerts', 'Log lines', 'Exit status', 'Problem types']) {
      for (const [title, text] of entriesUnder(heading)) {
        const labels = [...text.matchAll(/^\*\*(.+?):\*\* \S/gm)].map(([, label]) => label);
        assert.deepEqual(labels, ['Means', 'Look at', 'Do'], title);
      }
    }
  });
});
