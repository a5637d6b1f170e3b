import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { browsedCatalogue } from './catalogue.ts';
import { startChromium } from './chromium.ts';
import { PAGE_KINDS, type PageKind } from './page-kinds.ts';
import { DESKTOP, PHONE } from './reader.ts';
import { startSite, type Site } from './site.ts';

/**
 * Screenshots of every kind of page: `npm run screenshots [-- part of a name…]`. Writes them to `.cache/screenshots/`,
 * with a page that shows all of them, `index.html`.
 */
const FOLDER = resolve('.cache/screenshots');

interface Look {
  readonly name: string;
  readonly options: BrowserContextOptions;
  readonly media?: 'print';
}

const LOOKS: readonly Look[] = [
  { name: 'desktop-light', options: { viewport: DESKTOP, colorScheme: 'light' } },
  { name: 'desktop-dark', options: { viewport: DESKTOP, colorScheme: 'dark' } },
  { name: 'phone-light', options: { viewport: PHONE, colorScheme: 'light', deviceScaleFactor: 2, isMobile: true } },
  { name: 'phone-dark', options: { viewport: PHONE, colorScheme: 'dark', deviceScaleFactor: 2, isMobile: true } },
  { name: 'forced-colours', options: { viewport: DESKTOP, forcedColors: 'active', colorScheme: 'dark' } },
  // A4 without margins, in CSS pixels.
  { name: 'print', options: { viewport: { width: 718, height: 1046 } }, media: 'print' },
];

const wanted = process.argv.slice(2);
const kinds = PAGE_KINDS.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));

const browser = await startChromium();
if (typeof browser === 'string') throw new Error(browser);
const site = await startSite(await browsedCatalogue(new Date()));
try {
  if (wanted.length === 0) await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  for (const look of LOOKS) await picture(browser, site, look);
  await writeFile(join(FOLDER, 'index.html'), contactSheet(PAGE_KINDS));
  process.stdout.write(`${String(kinds.length * LOOKS.length)} pictures: ${join(FOLDER, 'index.html')}\n`);
} finally {
  await browser.close();
  await site.stop();
}

async function picture(browser: Browser, { origin }: Site, { name, options, media }: Look): Promise<void> {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'en-GB',
    timezoneId: 'America/New_York',
    ...options,
  });
  const page = await context.newPage();
  if (media !== undefined) await page.emulateMedia({ media });
  for (const kind of kinds) {
    await page.goto(kind.path, { waitUntil: 'load' });
    await page.evaluate('document.fonts.ready.then(() => true)');
    await page.screenshot({ path: join(FOLDER, fileOf(kind, name)), fullPage: true });
  }
  await context.close();
}

function fileOf({ name }: PageKind, look: string): string {
  return `${name}-${look}.png`;
}

function contactSheet(kinds: readonly PageKind[]): string {
  const rows = kinds.map((kind) => {
    const pictures = LOOKS.map(
      ({ name }) => `<a href="${fileOf(kind, name)}"><img src="${fileOf(kind, name)}" alt="${name}"></a>`,
    );
    return `<h2>${kind.name} <small>${kind.path}</small></h2><p>${pictures.join(' ')}</p>`;
  });
  const style = 'body{font:16px sans-serif;background:#888}img{height:480px;vertical-align:top;border:1px solid #000}';
  return `<!doctype html><meta charset="utf-8"><title>Pages</title><style>${style}</style>${rows.join('\n')}\n`;
}
