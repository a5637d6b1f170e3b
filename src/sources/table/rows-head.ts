import { MOST_COLUMNS, isHeaderOfTalks } from './table-fields.ts';

/** Characters in which the first objects of a list are, and names of their members that are looked at. */
const LOOKED_AT = 8192;
const MOST_NAMES = 400;

/** Whether a file that begins so is a list of flat objects that say when something is. */
export function looksLikeRows(head: string): boolean {
  const begin = head.slice(0, LOOKED_AT);
  if (/^\s*(?:\{\s*"[^"\n]*"\s*:\s*)?\[\s*\{/.test(begin)) {
    return !/"@(?:context|type|graph)"/.test(begin) && isHeaderOfRows(begin.matchAll(/"([^"\\\n]+)"\s*:/g));
  }
  return isYamlList(begin) && isHeaderOfRows(begin.matchAll(/^[ \t]*(?:- +)?([A-Za-z_][\w -]*):(?=\s)/gm));
}

/** By its first line that says something: an entry of a list, or the name of one whose entries follow. */
function isYamlList(begin: string): boolean {
  const lines = begin.split('\n').filter((line) => !/^\s*(?:#.*|---\s*)?$/.test(line));
  const [first = '', second = ''] = lines;
  return first.startsWith('- ') || (/^[A-Za-z_]\w*:\s*$/.test(first) && /^ *- /.test(second));
}

/** Lists have a place for the title under any of its names, or, beside speakers, under one that only `--map` can tell. */
function isHeaderOfRows(found: Iterable<RegExpExecArray>): boolean {
  const names = new Set<string>();
  let count = 0;
  for (const [, name = ''] of found) {
    names.add(name);
    if (++count >= MOST_NAMES) break;
  }
  const headers = [...names].slice(0, MOST_COLUMNS);
  return isHeaderOfTalks(headers) || (isHeaderOfTalks([...headers, 'title']) && headers.some(isOfSpeakers));
}

function isOfSpeakers(header: string): boolean {
  return /^(?:speakers?|presenters?|lecturers?)$/i.test(header);
}
