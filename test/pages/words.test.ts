import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { direction, theirs, words } from '#pages/frame/words.ts';

describe('catalogue text', () => {
  it('has dir="auto" unless it starts with an Arabic ligature before letters of another script', () => {
    const directions = {
      'Mosses of the north': 'auto',
      'رسائل التجار في المحيط الهندي': 'auto',
      'رسائل: Machine learning for merchants': 'auto',
      '\ufdfa in Andalusian manuscripts': 'ltr',
      '“\ufdfd” and other formulas': 'ltr',
      '\ufdfa في المخطوطات': 'auto',
      '\ufe8d\ufedf\ufecc\ufeae\ufe91\ufef3\ufe94': 'auto',
      '\ufb01elds of moss': 'auto',
      '\ufb2a\ufb3b': 'auto',
      '12:30': 'auto',
      '': 'auto',
    };
    const found = Object.keys(directions).map((text) => [text, /"(.*)"/.exec(direction(text).markup)?.[1]]);
    assert.deepEqual(Object.fromEntries(found), directions);
  });

  it('has lang="" because its language is unknown', () => {
    assert.equal(theirs('Moss').markup, 'dir="auto" lang=""');
    assert.equal(words('Moss').markup, '<bdi lang="">Moss</bdi>');
    assert.equal(words('\ufdfa &').markup, '<bdi lang="">\ufdfa &amp;</bdi>');
    assert.equal(words('\ufdfa & me').markup, '<bdi lang="" dir="ltr">\ufdfa &amp; me</bdi>');
  });
});
