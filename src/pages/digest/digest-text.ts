import { titleText } from '../prose/title.ts';
import { wrappedLines, columnsOf } from '#representations/feeds/feed-wrap.ts';
import type { View } from '../frame/view.ts';
import { insert } from '../messages.ts';
import {
  changesInWords,
  cut,
  type DigestContent,
  digestDays,
  digestLinks,
  type DigestTalk,
  digestTitle,
  LONGEST_TITLE,
  moment,
  talkTexts,
} from './digest-words.ts';

/** Columns of a line: if it is quoted twice, it still fits in 80. */
const WIDTH = 74;
const INDENT = '  ';

/** A digest as plain text, for those who read mail as text. */
export function digestText(content: DigestContent, view: View): string {
  const { talks, changes } = content;
  const { digest } = view.messages;
  const title = wrapped(digestTitle(content, view));
  const parts = [
    [...title, '='.repeat(Math.max(...title.map(columnsOf), 1))],
    changesSaid(content, view),
    ...(talks.length === 0 ? [wrapped(digest.none)] : days(content, view)),
    changes === undefined || changes.gone.length === 0 ? [] : gone(changes.gone, view),
    footer(content, view),
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function wrapped(text: string, before = ''): string[] {
  return wrappedLines(text, { width: WIDTH - before.length }).map((line) => before + line);
}

function changesSaid({ changes }: DigestContent, view: View): string[] {
  const said = changes === undefined ? '' : changesInWords(changes, view);
  if (changes === undefined || said === '') return [];
  const { dates, messages } = view;
  return wrapped(`${insert(messages.digest.changes, { day: dates.dayAndMonth(dates.isoDay(changes.since)) })} ${said}`);
}

function days(content: DigestContent, view: View): string[][] {
  return digestDays(content, view).flatMap(([heading, ofDay]) => [
    [heading, '-'.repeat(columnsOf(heading))],
    ...ofDay.map((talk) => talkLines(talk, view)),
  ]);
}

function talkLines(talk: DigestTalk, view: View): string[] {
  const { when, flag, before, title, who, where, series, note, join, address } = talkTexts(talk, view);
  const said = flag === '' ? '' : ` · ${flag}${before === '' ? '' : ` (${before})`}`;
  const about = [title, who, where, series, note, join === null ? '' : `${view.messages.talk.join} – ${join}`, address];
  return [...wrapped(when + said), ...about.flatMap((line) => wrapped(line, INDENT))];
}

function gone(talks: NonNullable<DigestContent['changes']>['gone'], view: View): string[] {
  const { digest } = view.messages;
  const lines = talks.flatMap(({ title, time, now }) => {
    const what = now === null ? digest.goneFor : insert(digest.goneTo, { day: moment(now, view) });
    return wrapped(`${cut(titleText(title), LONGEST_TITLE)} (${moment(time, view)}): ${what}`, INDENT);
  });
  return [digest.gone, '-'.repeat(columnsOf(digest.gone)), ...lines];
}

function footer(content: DigestContent, view: View): string[] {
  const { from, total, talks, unsubscribe } = content;
  const { messages, dates } = view;
  const { digest } = messages;
  const { web, follow } = digestLinks(content, view);
  const more = total - talks.length;
  return [
    ...(more > 0 ? [`${digest.cut(more)}.`] : []),
    ...wrapped(insert(digest.zone, { zone: dates.zoneName(`${from}T12:00:00Z`) })),
    ...linked(digest.web, web),
    ...linked(digest.follow, follow),
    ...(unsubscribe === null ? [] : linked(digest.unsubscribe, unsubscribe)),
  ];
}

/** An address below what it is. */
function linked(label: string, address: string): string[] {
  return [...wrapped(label), ...wrapped(address, INDENT)];
}
