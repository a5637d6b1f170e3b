import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The custom element `<lectern-talks>`, as one script. */
interface ElementScript {
  /** Part of the address. Released versions never change, because other sites include their hashes. */
  readonly version: string;
  readonly content: Buffer;
  /** For the attribute `integrity` (SRI). */
  readonly integrity: string;
}

/** Oldest first. To change the element, add a folder with a new version. */
const VERSIONS = ['1', '2'];

/** The scripts by version. */
export const ELEMENT_SCRIPTS: ReadonlyMap<string, ElementScript> = new Map(
  VERSIONS.map((version) => [version, elementScript(version)]),
);

/** The version for new pages. */
export const NEWEST_ELEMENT = elementScript(VERSIONS.at(-1) ?? '');

/** Bundles the script: styles and words as constants, then the modules without imports and exports. */
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

/** Also removes comments on lines of their own. */
function withoutIndentation(text: string): string {
  return text
    .replace(/^\s*\/\*[\s\S]*?\*\/\n/gm, '')
    .replace(/^\s*\/\/.*\n/gm, '')
    .replace(/^\s+/gm, '');
}
