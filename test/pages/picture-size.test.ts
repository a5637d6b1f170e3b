import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { pictureSize } from '#pages/frame/picture-size.ts';

function hex(text: string): Buffer {
  return Buffer.from(text.replace(/\s+/g, ''), 'hex');
}

/** The first bytes of pictures of 300 by 80 pixels. */
const HEADS: readonly (readonly [ending: string, content: Buffer])[] = [
  ['png', hex('89504e47 0d0a1a0a 0000000d 49484452 0000012c 00000050 08060000 00')],
  // A Huffman table precedes the frame header.
  ['jpg', hex('ffd8 ffe0 0004 4a46 ffc4 0003 00 ffc2 000b 08 0050 012c 01 011100')],
  ['jpeg', hex('ffd8 ffc0 000b 08 0050 012c 01 011100')],
  ['webp', hex('52494646 00000000 57454250 56503820 00000000 000000 9d012a 2c41 5040')],
  ['webp', hex('52494646 00000000 57454250 5650384c 00000000 2f 2bc11310')],
  ['webp', hex('52494646 00000000 57454250 56503858 0a000000 10000000 2b0100 4f0000')],
];

function drawing(text: string): unknown {
  return pictureSize(Buffer.from(text), 'svg');
}

describe('the size of a picture', () => {
  it('is read from the header of PNG, JPEG and WebP files', () => {
    for (const [ending, content] of HEADS)
      assert.deepEqual(pictureSize(content, ending), { width: 300, height: 80 }, content.toString('hex'));
  });

  it('is the width and height of an SVG, or else the proportions of its viewBox', () => {
    assert.deepEqual(drawing('<svg width="30px" height="20px" viewBox="0 0 1 1">'), { width: 30, height: 20 });
    assert.deepEqual(
      drawing(`<?xml version="1.0"?><!-- <svg width="1" height="1"> -->\n<svg\nviewBox='0 0, 10.5 7'/>`),
      {
        width: 10_500,
        height: 7000,
      },
    );
    assert.deepEqual(drawing('<svg width="100%" height="20" viewBox="0 0 4 3">'), { width: 4, height: 3 });
    assert.deepEqual(drawing('<svg stroke-width="1" height="20" viewBox="0 0 4 3">'), { width: 4, height: 3 });
  });

  it('is undefined if the file does not state it or has another format', () => {
    for (const text of [
      '',
      '<svg/>',
      '<svg viewBox="0 0 0 0"/>',
      '<svg viewBox="none"/>',
      '<svg width="." height="."/>',
      `<svg viewBox="0 0 1${'0'.repeat(999)} 1"/>`,
    ])
      assert.equal(drawing(text), undefined, text);
    assert.equal(pictureSize(Buffer.from('GIF89a'), 'gif'), undefined);
  });

  it('is undefined or two positive integers for arbitrary and truncated files', () => {
    const endings = fc.constantFrom('png', 'jpg', 'webp', 'svg');
    const cut = fc
      .constantFrom(...HEADS)
      .chain(([ending, content]) => fc.nat(content.length).map((end) => [content.subarray(0, end), ending] as const));
    const any = fc.tuple(
      fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      endings,
    );
    fc.assert(
      fc.property(fc.oneof(cut, any), ([content, ending]) => {
        const { width, height } = pictureSize(content, ending) ?? { width: 1, height: 1 };
        assert.ok(Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0);
      }),
    );
  });
});
