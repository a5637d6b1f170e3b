import type { View } from '../frame/view.ts';
import { insert } from '../messages.ts';
import { titleText } from '../prose/title.ts';
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

/** A piece of a line. Both programs take structure, so that no text of a catalogue is read as markup or a mention. */
interface Run {
  readonly text: string;
  readonly url?: string;
  readonly isBold?: boolean;
  readonly isStruck?: boolean;
}

interface Line {
  readonly kind: 'title' | 'day' | 'talk' | 'note';
  readonly runs: readonly Run[];
}

/** The body of a request to an incoming webhook of Slack: rich text, and `text` for notifications. */
export function digestPost(content: DigestContent, view: View): object {
  const [title = { runs: [] }, ...lines] = linesOf(content, view);
  const text = title.runs.map((run) => run.text).join('');
  const elements = lines.flatMap(({ kind, runs }) => {
    const section = { type: 'rich_text_section', elements: [...runs, ...(kind === 'talk' ? [] : [END])].map(slackRun) };
    return kind === 'talk' ? { type: 'rich_text_list', style: 'bullet', elements: [section] } : section;
  });
  return {
    text: text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: cut(text, LONGEST_HEADER), emoji: false } },
      { type: 'rich_text', elements },
    ],
  };
}

/** Characters, Slack's limit less the sign of omission. */
const LONGEST_HEADER = 149;

const END: Run = { text: '\n' };

function slackRun({ text, url, isBold = false, isStruck = false }: Run): object {
  const style = isBold || isStruck ? { style: { bold: isBold, strike: isStruck } } : {};
  return url === undefined ? { type: 'text', text, ...style } : { type: 'link', url, text, ...style };
}

/** The body of a request to a webhook of Microsoft Teams (Workflows): an Adaptive Card. */
export function digestCard(content: DigestContent, view: View): object {
  const body = linesOf(content, view).map(({ kind, runs }) => ({
    type: 'RichTextBlock',
    spacing: { title: 'None', day: 'Large', talk: 'Small', note: 'Medium' }[kind],
    inlines: runs.map(({ text, url, isBold = false, isStruck = false }) => ({
      type: 'TextRun',
      text,
      ...(kind === 'title' ? { size: 'Large' } : {}),
      ...(isBold ? { weight: 'Bolder' } : {}),
      ...(isStruck ? { strikethrough: true } : {}),
      ...(url === undefined ? {} : { selectAction: { type: 'Action.OpenUrl', url } }),
    })),
  }));
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    lang: view.language,
    msteams: { width: 'Full' },
    body,
  };
  return { type: 'message', attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: card }] };
}

function linesOf(content: DigestContent, view: View): readonly Line[] {
  const { talks, total, changes } = content;
  const { digest } = view.messages;
  const said = changes === undefined ? '' : changesInWords(changes, view);
  const since = changes === undefined ? '' : insert(digest.changes, { day: dayOf(changes.since, view) });
  const links = digestLinks(content, view);
  return [
    { kind: 'title', runs: [{ text: digestTitle(content, view), isBold: true }] },
    ...(said === '' ? [] : [note(`${since} ${said}`)]),
    ...(talks.length === 0 ? [note(digest.none)] : []),
    ...digestDays(content, view).flatMap(([heading, ofDay]): readonly Line[] => [
      { kind: 'day', runs: [{ text: heading, isBold: true }] },
      ...ofDay.map((talk): Line => ({ kind: 'talk', runs: talkRuns(talk, view) })),
    ]),
    ...goneLines(content, view),
    ...(total > talks.length ? [note(`${digest.cut(total - talks.length)}.`)] : []),
    { kind: 'note', runs: [{ text: digest.web, url: links.web }] },
  ];
}

function talkRuns(talk: DigestTalk, view: View): readonly Run[] {
  const { address, title, when, who, where, note: said, join, flag, before, isCancelled } = talkTexts(talk, view);
  const about = [who, where, said].filter((text) => text !== '').map((text) => ` · ${text}`);
  return [
    ...(when === '' ? [] : [{ text: `${when} · ` }]),
    ...(flag === '' ? [] : [{ text: flag, isBold: true }, { text: before === '' ? ' · ' : ` (${before}) · ` }]),
    { text: title, url: address, isStruck: isCancelled },
    ...(about.length === 0 ? [] : [{ text: about.join('') }]),
    ...(join === null ? [] : [{ text: ' · ' }, { text: view.messages.talk.join, url: join }]),
  ];
}

function goneLines({ changes }: DigestContent, view: View): readonly Line[] {
  if (changes === undefined || changes.gone.length === 0) return [];
  const { digest } = view.messages;
  return [
    { kind: 'day', runs: [{ text: digest.gone, isBold: true }] },
    ...changes.gone.map(({ title, time, now }): Line => {
      const what = now === null ? digest.goneFor : insert(digest.goneTo, { day: moment(now, view) });
      const announced = { text: cut(titleText(title), LONGEST_TITLE), isStruck: true };
      return { kind: 'talk', runs: [announced, { text: ` (${moment(time, view)}): ${what}` }] };
    }),
  ];
}

function note(text: string): Line {
  return { kind: 'note', runs: [{ text }] };
}

function dayOf(time: string, { dates }: View): string {
  return dates.dayAndMonth(dates.isoDay(time));
}
