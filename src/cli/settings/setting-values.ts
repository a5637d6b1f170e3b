import type { Result } from '#catalogue/problem.ts';
import { readAddress } from '#store/address.ts';

/** Reads the text of a setting. `where`: the flag or variable that gave it, for the problem. */
export interface ReadValue<T> {
  (text: string, where: string): Result<T>;
  /** The accepted values as JSON Schema, if that says more than “text”. */
  readonly accepts?: Readonly<Record<string, unknown>>;
}

export function filePath(text: string, where: string): Result<string> {
  if (text !== '' && !text.includes('\0')) return { ok: true, value: text };
  return bad(
    'bad-path',
    where,
    `${quoted(text)} is not a path.`,
    'Give the path of a file or a folder, for example /var/cache/lectern.',
  );
}

/** A whole number, written in digits. */
export function integer(minimum: number, maximum: number): ReadValue<number> {
  const read = (text: string, where: string): Result<number> => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= minimum && value <= maximum) return { ok: true, value };
    return bad(
      'bad-number',
      where,
      `${quoted(text)} is not a whole number from ${String(minimum)} to ${String(maximum)}.`,
      'Write one in that range, in digits.',
    );
  };
  return Object.assign(read, { accepts: { type: 'integer', minimum, maximum } });
}

export function oneOf<T extends string>(choices: readonly T[]): ReadValue<T> {
  const read = (text: string, where: string): Result<T> => {
    const value = choices.find((each) => each === text);
    if (value !== undefined) return { ok: true, value };
    return bad('bad-choice', where, `${quoted(text)} is not one of ${choices.join(', ')}.`, 'Choose one of these.');
  };
  return Object.assign(read, { accepts: { enum: choices } });
}

/** `sqlite:PATH` or `postgres://…`. The problem omits an address that may contain a password. */
export function databaseAddress(text: string, where: string): Result<string> {
  const read = readAddress(text);
  if (read.ok) return { ok: true, value: text };
  const isKnown = /^(sqlite|postgres(ql)?):/.test(text);
  const what = isKnown ? read.what : `${quoted(withoutPassword(text))} is not a database address.`;
  return bad('bad-database', where, what, read.hint);
}

/** A host name or address to listen on. */
export function hostName(text: string, where: string): Result<string> {
  if (/^[A-Za-z0-9._:%-]+$/.test(text)) return { ok: true, value: text };
  return bad(
    'bad-host',
    where,
    `${quoted(text)} is not a host name or an IP address.`,
    'Use 127.0.0.1 for this machine only, or 0.0.0.0 or :: for every network.',
  );
}

/** An absolute http(s) address without a query; a final slash is dropped. */
export function baseAddress(text: string, where: string): Result<string> {
  const url = URL.parse(text);
  const plain = url !== null && /^https?:\/\//.test(text) && !/[?#@\s]/.test(text);
  if (plain) return { ok: true, value: (url.origin + url.pathname).replace(/\/+$/, '') };
  return bad(
    'bad-address',
    where,
    `${quoted(text)} is not a public base address.`,
    'Write http:// or https://, the host and perhaps a path, without a query: https://talks.example.org.',
  );
}

/**
 * An address to which a place identifier is appended; stays protocol-relative if it was.
 */
export function prefixAddress(text: string, where: string): Result<string> {
  const relative = text.replace(/^https?:(?=\/\/)/, '');
  const url = URL.parse(`https:${relative}`);
  if (/^\/\/[^/]/.test(relative) && url !== null && !/[@\s"<>\\]/.test(relative) && !NAME_IN_QUERY.test(relative))
    return { ok: true, value: NEEDS_SLASH.test(relative) ? `${relative}/` : relative };
  return bad(
    'bad-address',
    where,
    `${quoted(text)} is not an address that a place identifier can be appended to.`,
    'Write https://, http:// or //, the host and a path, for example //places.example.org/places/. A query must end with =, as in //places.example.org/?id=.',
  );
}

/** An identifier would continue the last word of the address. */
const NEEDS_SLASH = /[\w.~%-]$/;
/** A query whose last parameter has no place for a value, or already has one. */
const NAME_IN_QUERY = /\?[^#]*[\w.~%-]$/;

/** An IANA time zone name. */
export function timeZoneName(text: string, where: string): Result<string> {
  if (/^[A-Za-z]/.test(text)) {
    try {
      new Intl.DateTimeFormat('en', { timeZone: text });
      return { ok: true, value: text };
    } catch {
      // Intl does not know the name.
    }
  }
  return bad(
    'bad-time-zone',
    where,
    `${quoted(text)} is not a time zone known to this machine.`,
    'Write an IANA name such as Europe/London, Asia/Tokyo or UTC.',
  );
}

/** `yyyy-mm-dd` of a date that exists. */
export function date(text: string, where: string): Result<string> {
  const milliseconds = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (!Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(text)) {
    return { ok: true, value: text };
  }
  return bad(
    'bad-date',
    where,
    `${quoted(text)} is not a date.`,
    'Write a date that exists as yyyy-mm-dd, for example 2026-02-03.',
  );
}

/** Refuses a value. */
export function bad(code: string, where: string, what: string, hint: string): Result<never> {
  return { ok: false, problems: [{ code, where, what, hint }] };
}

export function quoted(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}

/**
 * A database address without its password: what is printed ends up in logs. Removes more than the
 * password where its end is unclear, since it may contain an @, a slash or a question mark by
 * mistake.
 */
export function withoutPassword(address: string): string {
  return address.replace(/\/\/.*@/s, '//…@').replace(/([?&]password=)[^&]*/g, '$1…');
}

/** Characters. */
const LONGEST_TITLE = 200;

/** Shown in place of a title. */
export function titleWords(text: string, where: string): Result<string> {
  const words = text.trim();
  if (words !== '' && words.length <= LONGEST_TITLE && !/\p{Cc}/u.test(words)) return { ok: true, value: words };
  return bad(
    'bad-title',
    where,
    `${quoted(text)} is not a title of 1 to ${String(LONGEST_TITLE)} characters.`,
    'Write the title to show, for example To be announced.',
  );
}

/** A web or mail address at which those who run a source can reach the operator. */
export function contactAddress(text: string, where: string): Result<string> {
  if (/^(?:https?:\/\/|mailto:)?[\x21-\x7e]{3,200}$/.test(text) && /[@/]/.test(text) && !/[()<>\\]/.test(text)) {
    return { ok: true, value: text };
  }
  return bad(
    'bad-contact',
    where,
    `${JSON.stringify(text.slice(0, 100))} is not a mail or web address.`,
    'Write a mail address or a web address: talks@example.org.',
  );
}
