import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { proseFormatOf, shownProse } from '#pages/prose/prose.ts';
import { cleaned } from '#representations/feeds/feed-text.ts';
import { htmlFaults } from '../../support/render/html.ts';

import { elementsWithin, markupOf, textOf, type Markup } from '../../support/render/markup.ts';
import { fragmentTree } from '../../support/render/page-tree.ts';
import { RUNS } from '../../support/property-runs.ts';
import { proseText } from '../../support/hostile/prose-text.ts';

const NONE: readonly string[] = [];
const OUTERMOST = ['dir'];

/** The elements that prose may contain, and their attributes. */
const ELEMENTS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(['p', 'h3', 'h4', 'h5', 'h6', 'ul', 'blockquote', 'pre'].map((name) => [name, OUTERMOST])),
  ...Object.fromEntries(
    ['li', 'hr', 'br', 'strong', 'em', 'cite', 'del', 'ins', 'sub', 'sup'].map((name) => [name, NONE]),
  ),
  code: NONE,
  ol: ['dir', 'start'],
  pre: ['dir', 'tabindex'],
  a: ['href', 'rel'],
};

const MATH_ELEMENTS =
  /^(?:math|mrow|mi|mn|mo|mtext|mspace|ms|mfrac|msqrt|mroot|mstyle|mpadded|mphantom|msub|msup|msubsup|munder|mover|munderover|mmultiscripts|mprescripts|none|mtable|mtr|mtd|menclose)$/;
const MATH_ATTRIBUTES =
  /^(?:class|display|displaystyle|scriptlevel|mathvariant|stretchy|fence|separator|form|lspace|rspace|largeop|movablelimits|symmetric|accent|accentunder|linethickness|minsize|maxsize|width|height|depth|voffset|column(?:align|spacing|lines|span)|row(?:spacing|align|lines|span)|frame|notation)$/;

function faultsIn({ name, attributes }: Markup): string[] {
  const names = Object.keys(attributes);
  if (MATH_ELEMENTS.test(name)) return names.filter((one) => !MATH_ATTRIBUTES.test(one)).map((one) => `${name} ${one}`);
  const allowed = ELEMENTS[name];
  if (allowed === undefined) return [name];
  const others = names.filter((one) => !allowed.includes(one)).map((one) => `${name} ${one}`);
  const { href = 'https:', rel = 'nofollow noopener', dir = 'auto' } = attributes;
  if (!/^(?:https?|mailto):/.test(href)) others.push(href);
  if (rel !== 'nofollow noopener' || dir !== 'auto') others.push(rel + dir);
  return others;
}

describe('arbitrary prose', () => {
  it('renders only allowed elements and attributes, with http, https and mailto links', () => {
    fc.assert(
      fc.property(proseText, (text) => {
        const { root, faults } = fragmentTree(shownProse(text, 3).html);
        assert.deepEqual(faults, []);
        assert.deepEqual([...elementsWithin(root)].slice(1).flatMap(faultsIn), []);
      }),
      { numRuns: RUNS.quick },
    );
  });

  it('renders well-formed XML that a browser parses into the same elements', () => {
    fc.assert(
      fc.property(proseText, (text) => {
        const { html } = shownProse(text, 3);
        const { root } = fragmentTree(html);
        const asXml = markupOf(Buffer.from(`<div>${html.replaceAll(']]>', ']]&gt;')}</div>`));
        assert.deepEqual(plain(asXml.content), plain(root.content));
      }),
      { numRuns: RUNS.quick },
    );
  });

  it('renders valid HTML on a page', async () => {
    await fc.assert(
      fc.asyncProperty(proseText, async (text) => {
        const { html } = shownProse(text, 3);
        const page = `<!DOCTYPE html>\n<html lang="en"><head><title>T</title></head><body><main><h1>T</h1><h2>A</h2><div>${html}</div></main></body></html>\n`;
        // The validator ignores the text of formulas: links and headings that consist of one are checked here.
        const faults = (await htmlFaults(page)).filter((fault) => !/ (?:wcag\/h30|empty-heading): /.test(fault));
        const silent = [...elementsWithin(fragmentTree(html).root)].filter(
          (one) => /^(?:a|h\d)$/.test(one.name) && !/\S/.test(textOf(one)),
        );
        assert.deepEqual([faults, silent], [[], []]);
      }),
      { numRuns: RUNS.usual },
    );
  });

  it('keeps every word if it is plain text', () => {
    fc.assert(
      fc.property(proseText, (text) => {
        fc.pre(proseFormatOf(text.replace(/\r\n?/g, '\n')) === 'plain' && !/[$\\`]|--/.test(text));
        const words = (all: string): string => all.replace(/[\s\u200b]+|\p{Noncharacter_Code_Point}|\p{Cf}/gu, '');
        assert.equal(words(textOf(fragmentTree(shownProse(text, 3).html).root)), words(cleaned(text)));
      }),
      { numRuns: RUNS.quick },
    );
  });

  it('renders the same every time', () => {
    fc.assert(
      fc.property(proseText, (text) => {
        assert.deepEqual(shownProse(`${text} `, 3), shownProse(`${text} `, 3));
      }),
    );
  });
});

type Tree = readonly (string | { readonly name: string; readonly attributes: unknown; readonly content: Tree })[];

/** A tree that can be compared: adjacent texts are joined, and empty ones are left out. */
function plain(content: Tree): unknown[] {
  const parts: unknown[] = [];
  for (const part of content) {
    if (typeof part !== 'string') parts.push([part.name, { ...(part.attributes as object) }, plain(part.content)]);
    else if (typeof parts.at(-1) === 'string') parts.push(`${String(parts.pop())}${part}`);
    else parts.push(part);
  }
  return parts.filter((part) => part !== '');
}
