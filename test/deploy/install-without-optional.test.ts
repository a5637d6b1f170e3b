import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { checkout } from '../support/process/checkout.ts';
import { textOf } from '../support/http/http-answer.ts';
import { importedDatabase } from '../support/db/imported-database.ts';
import { isMembers, valueAt } from '../support/json-value.ts';
import { lecternProcess } from '../support/process/command.ts';
import { serveLectern } from '../support/process/lectern-process.ts';
import { RICH, UNIVERSITY } from '../support/catalogue/university.ts';

const database = importedDatabase(UNIVERSITY);

function optionalPackages(): readonly string[] {
  const optional = valueAt(JSON.parse(readFileSync('package.json', 'utf8')), 'optionalDependencies');
  return isMembers(optional) ? Object.keys(optional) : [];
}

describe('Lectern without its optional packages', () => {
  it('logs this once, serves pages without cards and QR codes, and refuses to write xlsx and eml', async (t) => {
    const optional = optionalPackages();
    const folder = checkout(['src', 'package.json'], (name) => optional.includes(name));
    const program = join(folder, 'src/cli/main.ts');
    const address = await database();
    const serving = await serveLectern(address, ['--log-level', 'info', '--workers', '2'], { program });
    t.after(() => serving.kill());
    const page = await serving.ask(`/talks/id/${RICH}`);
    const shared = [...textOf(page).matchAll(/<meta property="(og:type|og:image|twitter:card)" content="([^"]*)"/g)];
    const card = await serving.ask(`/cards/${RICH}.png`);
    const screen = await serving.ask('/display');
    const { stdout, stderr } = serving.said();
    assert.deepEqual(
      {
        statuses: [page.status, card.status, screen.status],
        shared: shared.map(([, property, content]) => [property, content]),
        cards: textOf(page).includes('/cards/'),
        codes: [page, screen].some((answer) => /\/qr\/|<svg/.test(textOf(answer))),
        said: `${stdout}${stderr}`.match(/optional packages are not installed[^"]*/g),
      },
      {
        statuses: [200, 404, 200],
        shared: [
          ['og:type', 'article'],
          ['twitter:card', 'summary'],
        ],
        cards: false,
        codes: false,
        said: ['optional packages are not installed: preview images and QR codes are not available'],
      },
    );
    const file = join(folder, 'talks.xlsx');
    const { status, stderr: refused } = await lecternProcess(['template', '--output', file], { program });
    assert.equal(status, 1);
    assert.match(refused, /^Workbooks cannot be written, because optional packages are not installed\. Install/);
    assert.ok(!existsSync(file));
    const digest = (format: string): ReturnType<typeof lecternProcess> =>
      lecternProcess(['digest', '--format', format], { program, variables: { DATABASE_URL: address } });
    const mail = await digest('eml');
    assert.deepEqual([mail.status, mail.stdout], [1, '']);
    assert.match(
      mail.stderr,
      /^lectern: A whole message needs the optional package nodemailer, which is not installed\. /m,
    );
    assert.equal((await digest('html')).status, 0);
    assert.equal((await serving.ask('/digest?format=eml')).status, 501);
  });
});
