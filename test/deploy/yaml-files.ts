import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';

/** Every document of a YAML file. Throws with line and column of any error, such as a duplicate key. */
export function yamlDocuments(path: string): unknown[] {
  return parseAllDocuments(readFileSync(path, 'utf8'), { merge: true, strict: true }).map((document) => {
    const [problem] = [...document.errors, ...document.warnings];
    if (problem !== undefined) throw new Error(`${path}: ${problem.message}`);
    return document.toJS() as unknown;
  });
}
