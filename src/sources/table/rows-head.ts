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
  return isYamlList(begin) && isHeaderOfRows(begin.matchAll(IN_BRACES.test(begin) ? ANY_MEMBER : MEMBER));
}

const MEMBER = /^[ \t]*(?:- +)?([A-Za-z_][\w -]*):(?=\s)/gm;
/** Entries in braces: `- {title: On moss, date: 2027-01-18}`. */
const IN_BRACES = /^[ \t]*(?:-|[A-Za-z_]\w*:)?[ \t]*\[?[ \t]*\{/m;
const ANY_MEMBER = /(?:^[ \t]*(?:- +)?|[{,][ \t]*)"?([A-Za-z_][\w -]*)"?:(?=\s)/gm;

/**
 * Whether it can only be YAML, whatever it is about: a list of maps, or a map, and no prose between its lines. Front
 * matter is no YAML document of its own.
 */
export function looksLikeYaml(head: string): boolean {
  const lines = head.slice(0, LOOKED_AT).split('\n').slice(0, MAX_NAMES);
  const said = lines.filter((line) => !/^\s*(?:#.*)?$/.test(line));
  if (said[0]?.trim() === '---') said.shift();
  const [first = ''] = said;
  if (!/^(?:- +)?(?:\{ *)?["']?[\w][\w .-]{0,60}["']?:(?:\s|$)/.test(first) && !/^- *\{/.test(first)) return false;
  // A single line may be prose.
  if (said.length < 2 && !/:\s*$/.test(first)) return false;
  return said.every((line) => /^(?:\s|- |-\s*$|["']?[\w][^:]{0,60}:(?:\s|$))/.test(line));
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
    (/^[\w.-]+:\s*$/.test(first) && /^ *(?:- |[A-Za-z_][\w-]*:\s)/.test(second)) ||
    /^[A-Za-z_]\w*:\s*\[\s*(?:\{.*)?$/.test(first)
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
