/** What stands above the text of a Markdown file: YAML between `---`, TOML between `+++`, or a JSON object. */
interface Matter {
  /** Undefined: JSON. */
  readonly fence: '---' | '+++' | undefined;
  readonly matter: string;
  readonly body: string;
}

const FENCED = /^\s*(?<fence>---|\+\+\+)[ \t]*\r?\n(?<matter>(?:.*\r?\n)*?)(?:\k<fence>|\.\.\.)[ \t]*(?:\r?\n|$)/u;
const BRACED = /^\s*(?<matter>\{[ \t]*\r?\n(?:[ \t].*\r?\n)*\})[ \t]*\r?\n(?=\s*[^\s,\]{[])/u;
/** A member of a map in YAML or TOML. */
const MEMBER = /^[\w"'.-]+[ \t]*[:=]/mu;

/** Undefined: there is none. @param text of a file, or its beginning */
export function matterIn(text: string): Matter | undefined {
  const found = FENCED.exec(text) ?? BRACED.exec(text);
  const { fence, matter = '' } = found?.groups ?? {};
  if (found === null || (fence !== undefined && !MEMBER.test(matter))) return undefined;
  return { fence: fence === '---' || fence === '+++' ? fence : undefined, matter, body: text.slice(found[0].length) };
}
