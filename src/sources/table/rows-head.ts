import { MAX_COLUMNS, isHeaderOfTalks } from './table-fields.ts';

/** Limits on what is examined: characters, and names of members. */
const LOOKED_AT = 8192;
const MAX_NAMES = 400;

/** Whether it begins like a list of flat objects with times. */
export function looksLikeRows(head: string): boolean {
  const begin = head.slice(0, LOOKED_AT);
  if (/^\s*(?:\{\s*"[^"\n]*"\s*:\s*)?\[\s*\{/.test(begin) || (/^\s*\{/.test(begin) && TALKS.test(begin))) {
    return !/"@(?:context|type|graph)"/.test(begin) && isHeaderOfRows(begin.matchAll(/"([^"\\\n]+)"\s*:/g));
  }
  return isYamlList(begin) && isHeaderOfRows(begin.matchAll(/^[ \t]*(?:- +)?([A-Za-z_][\w -]*):(?=\s)/gm));
}

/** A list of talks within an object. */
const TALKS = /"(?:talks|seminars|lectures)"\s*:\s*\[\s*\{/i;
const YAML_TALKS = /^ *(?:talks|seminars|lectures):\s*\n\s*- /im;

/** Whether the first lines begin a list, a map with a list as its only member or as its talks, or a map of maps. */
function isYamlList(begin: string): boolean {
  const lines = begin.split('\n').filter((line) => !/^\s*(?:#.*|---\s*)?$/.test(line));
  const [first = '', second = ''] = lines;
  const isMap = /^[A-Za-z_]\w*:(?:\s|$)/.test(first);
  return (
    first.startsWith('- ') ||
    (isMap && YAML_TALKS.test(begin)) ||
    (/^[\w.-]+:\s*$/.test(first) && /^ *(?:- |[A-Za-z_][\w-]*:\s)/.test(second))
  );
}

/** Whether there are a title and a time; or speakers and a time, so that `--map` can name the title. */
function isHeaderOfRows(found: Iterable<RegExpExecArray>): boolean {
  const names = new Set<string>();
  let count = 0;
  for (const [, name = ''] of found) {
    names.add(name);
    if (++count >= MAX_NAMES) break;
  }
  const headers = [...names].slice(0, MAX_COLUMNS);
  return isHeaderOfTalks(headers) || (isHeaderOfTalks([...headers, 'title']) && headers.some(isOfSpeakers));
}

function isOfSpeakers(header: string): boolean {
  return /^(?:speakers?|presenters?|lecturers?)$/i.test(header);
}
