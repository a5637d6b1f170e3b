import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The custom element `<lectern-talks>`, as one script. */
export interface ElementScript {
  /** In its address. A version that was released stays as it is, because pages elsewhere have its hash. */
  readonly version: string;
  readonly content: Buffer;
  /** For the attribute `integrity` (SRI). */
  readonly integrity: string;
}

/** Oldest first. A change of the element is a further folder beside these. */
const VERSIONS = ['1'];

/** By version. */
export const ELEMENT_SCRIPTS: ReadonlyMap<string, ElementScript> = new Map(
  VERSIONS.map((version) => [version, elementScript(version)]),
);

/** The version that new pages are to load. */
export const NEWEST_ELEMENT = elementScript(VERSIONS.at(-1) ?? '');

/** Puts its parts together: styles and words as constants, then the modules without what joins them. */
function elementScript(version: string): ElementScript {
  const read = (name: string): string => readFileSync(new URL(`element/${version}/${name}`, import.meta.url), 'utf8');
  const constants = [
    `const STYLE = ${JSON.stringify(withoutIndentation(read('style.css')))};`,
    `const WORDS = ${JSON.stringify(JSON.parse(read('words.json')))};`,
  ];
  const modules = ['talks.js', 'element.js'].map((name) =>
    withoutIndentation(
      read(name)
        .replace(/^import .*;$/gm, '')
        .replace(/^export /gm, ''),
    ),
  );
  const content = Buffer.from([...constants, ...modules].join('\n'));
  const hash = createHash('sha384').update(content).digest('base64');
  return { version, content, integrity: `sha384-${hash}` };
}

/** Without comments of their own lines, too. */
function withoutIndentation(text: string): string {
  return text
    .replace(/^\s*\/\*[\s\S]*?\*\/\n/gm, '')
    .replace(/^\s*\/\/.*\n/gm, '')
    .replace(/^\s+/gm, '');
}
