import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';
import { run } from '../support/docs/generated-client.ts';
import { temporaryFolder } from '../support/folder.ts';
import { textOf } from '../support/http/http-answer.ts';
import { testServer } from '../support/http/server.ts';
import { installed, skipWithout } from './daemon.ts';

const SIMPLEPIE = '/usr/share/php/simplepie/SimplePie.compiled.php';
const READS_XML = ['-r', 'exit((int) !extension_loaded("xml"));'];
const skip =
  skipWithout('php') ||
  (existsSync(SIMPLEPIE) && spawnSync('php', READS_XML).status === 0 ? false : 'SimplePie or php-xml is not installed');

/** What WordPress's RSS block does: SimplePie in its usual order, the first items, and their text without markup. */
const BLOCK = `<?php
error_reporting(E_ERROR);
require '${SIMPLEPIE}';
// The parser of dates in Debian's SimplePie is older than PHP 8.
class Dates extends SimplePie_Parse_Date {
  function __construct() {}
  static function get() { return new self(); }
  function parse($date) { return strtotime($date); }
}
$feed = new SimplePie();
$feed->get_registry()->register('Parse_Date', 'Dates');
$feed->enable_cache(false);
$feed->set_raw_data(file_get_contents($argv[1]));
$feed->init();
$shown = [];
foreach ($feed->get_items(0, 3) as $item) {
  $text = strip_tags(html_entity_decode($item->get_description(), ENT_QUOTES, 'UTF-8'));
  $shown[] = [html_entity_decode($item->get_title(), ENT_QUOTES, 'UTF-8'), $item->get_date('U') !== null, preg_split('/\\s*\\n\\s*/', trim($text))];
}
echo json_encode($shown);
`;

const server = testServer(
  [4, 2, 1, 3].map((day) =>
    talk(slugOf(day), `2030-05-0${String(day)}T10:00:00Z`, {
      title: `Talk ${String(day)}`,
      description: 'One\nTwo',
      // As sources have it: those that are next did not change last.
      updated: `2030-01-0${String(day)}T00:00:00Z`,
    }),
  ),
);

describe('a block for RSS that sorts with SimplePie', { skip }, () => {
  const folder = temporaryFolder();

  async function shown(query: string): Promise<unknown> {
    await writeFile(join(folder, 'block.php'), BLOCK);
    await writeFile(
      join(folder, 'feed.xml'),
      textOf(await server.ask(`/api/talks/search.rss?from=2030-05-01${query}`)),
    );
    const { status, output } = await run(installed('php') ?? '', ['block.php', 'feed.xml'], folder);
    assert.equal(status, 0, output);
    return JSON.parse(output);
  }

  it('shows the next talks first, with their times, if its address has dates=title', async () => {
    const item = (day: number, weekday: string): unknown => {
      const when = `${weekday} ${String(day)} May 2030, 11:00`;
      return [`${when}: Talk ${String(day)}`, false, [`When: ${when}–12:00 (Europe/London)`, 'One', 'Two']];
    };
    const expected = [item(1, 'Wednesday'), item(2, 'Thursday'), item(3, 'Friday')];
    assert.deepEqual(await shown('&dates=title'), expected);
    await server.import([talk(slugOf(2), '2030-05-02T10:00:00Z', { title: 'Talk 2', description: 'One\n\nTwo' })]);
    assert.deepEqual(await shown('&dates=title'), expected);
  });

  it('shows the talks first that changed last without it', async () => {
    const [[title, isDated] = []] = (await shown('')) as unknown[][];
    assert.deepEqual([title, isDated], ['Talk 2', true]);
  });
});
