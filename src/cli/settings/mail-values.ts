import type { Result } from '#catalogue/problem.ts';
import { bad, quoted } from './setting-values.ts';

/** Local part and domain of RFC 5322 without quoted strings, which no mailing list uses. */
const ADDRESS = "[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?";
const ALONE = new RegExp(`^${ADDRESS}$`);
const WITH_NAME = new RegExp(`^[^<>@\\p{Cc}]{1,100}<${ADDRESS}>$`, 'u');

/** `talks@example.org`, or `Talks at Example <talks@example.org>`. */
export function mailAddress(text: string, where: string): Result<string> {
  if (ALONE.test(text) || WITH_NAME.test(text)) return { ok: true, value: text };
  return bad(
    'bad-address',
    where,
    `${quoted(text)} is not a mail address.`,
    'Write an address, or a name and an address: Talks at Example <talks@example.org>.',
  );
}

export function subjectLine(text: string, where: string): Result<string> {
  const line = text.trim();
  if (line !== '' && line.length <= 200 && !/\p{Cc}/u.test(line)) return { ok: true, value: line };
  return bad(
    'bad-subject',
    where,
    `${quoted(text)} is not a line of 1 to 200 characters.`,
    'Write the subject on one line.',
  );
}

/** RFC 2919, 2: `optics.talks.example.org`. */
export function listId(text: string, where: string): Result<string> {
  if (/^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/.test(text) && text.length <= 200) return { ok: true, value: text };
  return bad(
    'bad-list-id',
    where,
    `${quoted(text)} is not a list identifier.`,
    'Write a name of your choice and your domain: optics.talks.example.org.',
  );
}

/** An http(s) address, a mailto address, or a bare mail address. */
export function unsubscribeAddress(text: string, where: string): Result<string> {
  if (ALONE.test(text)) return { ok: true, value: `mailto:${text}` };
  const url = URL.parse(text);
  const isKnown = url !== null && ['https:', 'http:', 'mailto:'].includes(url.protocol);
  if (isKnown && /^[\x21-\x7e]{1,500}$/.test(text) && !/[<>]/.test(text)) return { ok: true, value: text };
  return bad(
    'bad-address',
    where,
    `${quoted(text)} is not a web or mail address.`,
    'Write a web or mail address: https://lists.example.org/leave or leave@lists.example.org.',
  );
}
