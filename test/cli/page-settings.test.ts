import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { problems, settings } from './settings-read.ts';

describe('settings of pages', () => {
  it('reject links that run scripts or have no host, logos that are not pictures, and invalid colours', () => {
    const links = ['javascript:alert(1)', '//example.org', 'data:text/html', '/\\example.org', 'example.org', ''];
    for (const href of links)
      assert.deepEqual(problems({ brandLinks: `A=/,B=${href}` }), [
        `--brand-links "B=${href.replace('\\', '\\\\')}" is not a link.`,
      ]);
    assert.deepEqual(problems({ brandName: '', brandLogo: 'logo.html', brandColour: 'red' }), [
      '--brand-name "" is not a name of 1 to 60 characters.',
      '--brand-logo "logo.html" is not the path of a picture in a supported format.',
      '--brand-colour "red" is not a colour.',
    ]);
  });

  it('accept the page of a talk or series as --featured', () => {
    const slug = 'ae188ae7-aade-5372-95a2-d2cecd574d47';
    assert.deepEqual(settings({ featured: `/talks/id/${slug}/` }).featured, { kind: 'talk', slug });
    for (const featured of ['', slug, `/talks/persons/id/${slug}`, '/talks/id/1/'])
      assert.deepEqual(problems({ featured }), [
        `--featured ${JSON.stringify(featured)} is not the address of the page of a talk or series.`,
      ]);
  });

  it('reject --image-hosts that are not hosts, and the wildcard *', () => {
    for (const host of [
      '*',
      'https://a.example',
      'a.example/x',
      "'self'",
      'data:',
      'a b',
      'a;script-src *',
      '*.*.org',
      'a:0',
    ])
      assert.deepEqual(problems({ imageHosts: `fine.example,${host}` }), [
        `--image-hosts ${JSON.stringify(host)} is not a host.`,
      ]);
  });
});
