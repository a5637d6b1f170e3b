import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { barriers } from '../axe.ts';
import { DESKTOP, NARROW, PHONE } from '../reader.ts';
import { sticksOut } from '../shape.ts';
import { sharedSuite } from '../suite.ts';

const { skip, reading } = await sharedSuite();

describe('a digest in a mail program', { skip }, () => {
  for (const query of ['from=2041-01-01&days=92', 'from=2099-01-01&lang=de'])
    it(`is accessible, fits every window and makes no further requests: ${query}`, async () => {
      await reading({ viewport: NARROW }, async ({ page, open }) => {
        const asked: string[] = [];
        page.on('request', (request) => asked.push(new URL(request.url()).pathname));
        await open(`/digest?${query}`);
        const found: string[] = [];
        for (const viewport of [NARROW, PHONE, DESKTOP]) {
          await page.setViewportSize(viewport);
          // A message has no landmarks: a mail program shows it inside its own page.
          found.push(
            ...(await sticksOut(page)),
            ...(await barriers(page)).filter((one) => !one.startsWith('region:') && !one.startsWith('landmark')),
          );
        }
        assert.deepEqual({ found, asked }, { found: [], asked: ['/digest'] });
      });
    });
});
