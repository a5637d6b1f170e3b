import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { markdownFiles } from '../support/docs/markdown-files.ts';

/**
 * The anchors of headings, in order, as GitHub makes them: it removes punctuation, also between two spaces and at the
 * end, and numbers repeated anchors.
 */
function anchorsOf(headings: readonly string[]): Set<string> {
  const anchors = new Set<string>();
  for (const heading of headings) {
    const text = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-');
    let anchor = text;
    for (let number = 1; anchors.has(anchor); number += 1) anchor = `${text}-${String(number)}`;
    anchors.add(anchor);
  }
  return anchors;
}

async function anchorsIn(path: string): Promise<Set<string>> {
  const text = (await readFile(path, 'utf8')).replaceAll(/^```.*?^```/gms, '');
  return anchorsOf([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.trim()));
}

/** Links of a document to missing files or headings of the repository. */
async function brokenLinks(path: string): Promise<string[]> {
  const text = (await readFile(path, 'utf8')).replaceAll(/^```.*?^```/gms, '').replaceAll(/`[^`\n]*`/g, '');
  const broken: string[] = [];
  for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target)) continue;
    const [file = '', anchor] = target.split('#');
    const found = file === '' ? path : join(dirname(path), file);
    const leads = existsSync(found) && (anchor === undefined || (await anchorsIn(found)).has(anchor));
    if (!leads) broken.push(`${relative('.', path)} → ${target}`);
  }
  return broken;
}

describe('the documentation', () => {
  it('has no broken links', async () => {
    const broken = await Promise.all((await markdownFiles()).map(brokenLinks));
    assert.deepEqual(broken.flat(), []);
  });

  it('is checked with the heading anchors that GitHub makes', () => {
    const headings = ['Status 70: `a_bug`!', '`The file … is damaged: …`', 'Überall', 'Überall', 'Überall'];
    const anchors = ['status-70-a_bug', 'the-file--is-damaged-', 'überall', 'überall-1', 'überall-2'];
    assert.deepEqual([...anchorsOf(headings)], anchors);
  });

  it('has a README that installs and tests in one line, with the commands that CI runs', async () => {
    const lines = ['npm ci && npm test', 'npm run test:system'];
    const readme = await readFile('README.md', 'utf8');
    assert.ok(readme.replaceAll(/ +#.*$/gm, '').includes(`\n\`\`\`sh\n${lines.join('\n')}\n\`\`\`\n`));
    const commands = lines.flatMap((line) => line.split(' && '));
    const run = (await readFile('.ci/run', 'utf8')).split('\n').filter((line) => commands.includes(line));
    assert.deepEqual(run, commands);
  });

  it('has a line in docs/decisions/dependencies.md for every package in package.json', async () => {
    const installed = JSON.parse(await readFile('package.json', 'utf8')) as Readonly<
      Record<string, object | undefined>
    >;
    const names = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
      Object.keys(installed[kind] ?? {}),
    );
    const terms = (await readFile('docs/decisions/dependencies.md', 'utf8')).matchAll(/^- \*\*(.+?)\*\*/gm);
    const listed = new Set([...terms].flatMap(([, term = '']) => term.split(', ')));
    assert.deepEqual(
      names.filter((name) => !name.startsWith('@types/') && !listed.has(name)),
      [],
    );
  });
});
