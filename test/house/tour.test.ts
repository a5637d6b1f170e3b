import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { it } from 'node:test';

const TOUR = 'docs/tour.md';

/** In backquotes: `src/a/b.ts`, `src/a/`, `.name.mjs`. */
const PATH = /^(\.|(src|test|docs|bench)\/)[\w./-]+$/;
const SYMBOL = /^[A-Za-z_$][\w$]*$/;

/** Words in backquotes that are not declared in our files. */
const NOT_OURS = new Set(['Accept']);

/** The paragraphs, without code blocks. */
function paragraphs(): readonly string[] {
  return readFileSync(TOUR, 'utf8')
    .replaceAll(/^```.*?^```/gms, '')
    .split('\n\n');
}

function coded(paragraph: string): readonly string[] {
  return [...paragraph.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

function declares(path: string, symbol: string): boolean {
  if (!statSync(path).isFile()) return false;
  const declaration = new RegExp(`\\b(?:class|const|function|interface|type) ${symbol.replace('$', '\\$')}\\b`);
  return declaration.test(readFileSync(path, 'utf8'));
}

it('docs/tour.md names only paths that exist and symbols that a file in the same paragraph declares', () => {
  const wrong = paragraphs().flatMap((paragraph) => {
    const codes = coded(paragraph);
    const paths = codes.filter((code) => PATH.test(code));
    const found = paths.filter((path) => existsSync(path));
    const symbols = codes.filter((code) => SYMBOL.test(code) && !NOT_OURS.has(code));
    return [
      ...paths.filter((path) => !found.includes(path)),
      ...symbols.filter((symbol) => !found.some((path) => declares(path, symbol))),
    ];
  });
  assert.deepEqual(wrong, []);
});

it('docs/tour.md answers at least twenty questions', () => {
  const questions = paragraphs().filter((paragraph) => /^\*\*.+\?\*\*/.test(paragraph));
  assert.ok(questions.length >= 20, String(questions.length));
});
