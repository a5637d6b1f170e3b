import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeBrand, NO_BRAND, type PrivacyRules } from '#pages/frame/brand.ts';
import { LANGUAGES } from '#pages/frame/language.ts';
import { aboutPage } from '#pages/help.ts';
import { MESSAGES } from '#pages/messages.ts';
import { privacyPage } from '#pages/privacy.ts';
import { htmlFaults } from '../support/render/html.ts';
import { elementsWithin, textOf } from '../support/render/markup.ts';
import { find, pageOf } from '../support/render/page.ts';
import { testView } from '../support/render/view.ts';

function viewWith(privacy: Partial<PrivacyRules> = {}) {
  return testView({ brand: makeBrand({ ...NO_BRAND, privacy: { ...NO_BRAND.privacy, ...privacy } }) });
}

function linksIn(page: string, part: 'main' | 'footer'): (string | undefined)[] {
  const elements = [...elementsWithin(find(page, part))].filter(({ name }) => name === 'a');
  return elements.map(({ attributes }) => attributes.href);
}

describe('the privacy page', () => {
  it('describes what is logged according to the log setting', () => {
    const { log } = MESSAGES.en.privacy;
    for (const kind of ['none', 'requests', 'personal'] as const) {
      const shown = textOf(find(privacyPage(viewWith({ log: kind })), 'main'));
      const said = Object.entries(log).filter(([name, text]) => name !== 'title' && shown.includes(text[0] ?? '-'));
      assert.deepEqual(
        said.map(([name]) => name),
        [kind],
      );
    }
  });

  it('links to the contact by mail or on the web', () => {
    const links = (contact: string | null) => linksIn(privacyPage(viewWith({ contact })), 'main');
    assert.deepEqual(links(null), []);
    assert.deepEqual(links('data@example.org'), ['mailto:data@example.org']);
    assert.deepEqual(links('mailto:data@example.org'), ['mailto:data@example.org']);
    assert.deepEqual(links('https://example.org/data'), ['https://example.org/data']);
  });

  it('is linked from the footer unless the operator sets the address of another one', () => {
    assert.ok(linksIn(aboutPage(viewWith()), 'footer').includes('/privacy'));
    assert.ok(linksIn(aboutPage(viewWith()), 'main').includes('/privacy'));
    const own = viewWith({ address: 'https://example.org/p?a=1&b=2' });
    assert.ok(linksIn(aboutPage(own), 'footer').includes('https://example.org/p?a=1&b=2'));
    assert.ok(!linksIn(aboutPage(own), 'footer').includes('/privacy'));
    assert.deepEqual(linksIn(privacyPage(own), 'main'), ['https://example.org/p?a=1&b=2']);
  });

  it('is valid HTML and has all its sections in every language', async () => {
    assert.deepEqual(await htmlFaults(privacyPage(viewWith({ contact: 'a@example.org', address: '/p' }))), []);
    for (const language of LANGUAGES) {
      const { privacy } = MESSAGES[language];
      const parts = [privacy.readers, privacy.people, privacy.rights].map(({ text }) => text.length);
      assert.deepEqual([parts, privacy.log.personal.length], [[2, 2, 2], 2], language);
    }
    assert.equal([...elementsWithin(pageOf(privacyPage(viewWith())))].filter(({ name }) => name === 'h2').length, 5);
  });
});
