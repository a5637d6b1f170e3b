/** A value that begins with a quotation mark, after dashes and a key. */
const QUOTED = /^((\s*(?:- +)*)(?:[\w-][\w -]{0,60}: +)?)(["'])(?=.)/;
/** Beginning of another entry or member. */
const NEXT = /^\s*(?:- |[\w-]+:(?:\s|$))/;

/**
 * Indents the continuation lines of quoted values, as YAML requires and people forget. Line numbers stay the same.
 *
 * @returns undefined if a value does not end before what looks like the next entry or member
 */
export function withIndentedQuotes(text: string): string | undefined {
  let margin = '';
  let mark: string | undefined;
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    if (mark === undefined) {
      const [, before = '', indent = '', quote] = QUOTED.exec(line) ?? [];
      const isOpen = quote !== undefined && !hasEnd(line.slice(before.length + 1), quote);
      mark = isOpen ? quote : undefined;
      margin = ' '.repeat(indent.length + 1);
      lines.push(line);
    } else {
      if (NEXT.test(line)) return undefined;
      lines.push(line.trim() === '' ? line : margin + line);
      if (hasEnd(line, mark)) mark = undefined;
    }
  }
  return mark === undefined ? lines.join('\n') : undefined;
}

/** Whether a quoted value ends in this text. Quotation marks within the value are escaped or doubled. */
function hasEnd(text: string, mark: string): boolean {
  return text.replace(mark === '"' ? /\\./g : /''/g, '').includes(mark);
}
