import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { browsedCatalogue, LONG_SERIES } from '../catalogue.ts';
import { browserSuite } from '../suite.ts';

// Imitates https://github.com/ox-it/talks.ox-js-widget and widgets from before CORS: makes the same requests and shows
// a table with the same columns.

const { skip, origin, browser } = await browserSuite(() => browsedCatalogue(new Date()), ['--compatible', 'oxtalks']);

function widget(stem: string): string {
  return `<!DOCTYPE html><title>Elsewhere</title><div id="talks"></div><p id="loaded"></p><script>
  const place = document.getElementById('talks');
  function cell(row, text, href) {
    const to = row.appendChild(document.createElement('td'));
    const inner = href === undefined ? to : to.appendChild(document.createElement('a'));
    if (href !== undefined) inner.href = href;
    inner.textContent = text;
  }
  function show(data) {
    place.replaceChildren();
    const table = place.appendChild(document.createElement('table'));
    for (const talk of data._embedded.talks) {
      const row = table.appendChild(document.createElement('tr'));
      cell(row, talk.formatted_date);
      cell(row, talk._embedded.speakers.map(({ name, bio }) => name + (bio ? ' (' + bio + ')' : '')).join(', ') || 'TBA');
      cell(row, talk.title_display, talk._links.talks_page.href);
      if (talk._embedded.venue) cell(row, talk.location_summary, talk._embedded.venue.map_link);
    }
    for (const [name, link] of [['Prev', data._links.prev], ['Next', data._links.next]]) {
      if (!link) continue;
      const button = place.appendChild(document.createElement('button'));
      button.textContent = name;
      button.onclick = () => ask(link.href);
    }
  }
  function ask(address) {
    const request = new XMLHttpRequest();
    request.open('get', address);
    request.setRequestHeader('Accept', 'application/json, text/javascript, */*; q=0.01');
    request.onload = () => show(JSON.parse(request.responseText));
    request.send();
  }
  function loaded(data) {
    document.getElementById('loaded').textContent = data._embedded.talks.length + ' talks as a script';
  }
  ask('${stem}from=01/09/41&series=${LONG_SERIES}&count=5');
  </script><script src="${stem}from=01/09/41&series=${LONG_SERIES}&count=5&format=jsonp&callback=loaded&_=1"></script>`;
}

/** Shows a widget on another site; throws if anything is written to the console. */
async function elsewhere(act: (page: Page) => Promise<void>): Promise<void> {
  const html = widget(`${await origin()}/api/talks/search?`);
  const other = createServer((request, response) => {
    response.writeHead(request.url === '/' ? 200 : 204, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(request.url === '/' ? html : '');
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const context = await browser().newContext();
  context.setDefaultTimeout(60_000);
  const said: string[] = [];
  context.on('console', (message) => said.push(message.text()));
  context.on('weberror', (error) => said.push(error.error().message));
  try {
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${String((other.address() as AddressInfo).port)}/`);
    await act(page);
    assert.deepEqual(said, []);
  } finally {
    await context.close();
    await new Promise((resolve) => other.close(resolve));
  }
}

const titles = (page: Page) => page.locator('td:nth-child(3)').allInnerTexts();

describe('an OxTalks widget on another origin', { skip }, () => {
  it('shows a table, pages through it and links to the pages of talks', async () => {
    await elsewhere(async (page) => {
      await page.getByText('Tide table 1', { exact: true }).waitFor();
      const first = ['Tide table 1', 'Tide table 2', 'Tide table 3', 'Tide table 4', 'Tide table 5'];
      assert.deepEqual(await titles(page), first);
      assert.equal(await page.locator('td').first().innerText(), '1 September 2041, 13:00');
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByText('Tide table 6', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Prev' }).click();
      await page.getByText('Tide table 1', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'Tide table 1', exact: true }).click();
      await page.getByRole('heading', { name: 'Tide table 1', level: 1 }).waitFor();
      assert.ok(page.url().startsWith(`${await origin()}/talks/id/`));
    });
  });

  it('loads talks with JSONP', async () => {
    await elsewhere(async (page) => {
      await page.getByText('5 talks as a script').waitFor();
      await page.getByText('Tide table 1', { exact: true }).waitFor();
    });
  });
});
