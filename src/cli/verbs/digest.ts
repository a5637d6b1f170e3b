import type { Problem, Result } from '#catalogue/problem.ts';
import { DIGEST_FORMATS, type DigestQuestion } from '#search/query/digest-question.ts';
import type { DigestContent } from '#pages/digest/digest-words.ts';
import type { View } from '#pages/frame/view.ts';
import { EXIT_STATUS } from '../exit-status.ts';
import { printable, settingLine } from '../reports/report.ts';
import { isOn, valueOf, type Switch, type ValueOption } from '../settings/option.ts';
import { filePath, oneOf, bad, quoted } from '../settings/setting-values.ts';
import type { Settings } from '../settings/settings.ts';
import type { Host } from '../host.ts';
import { stoppable } from '../stop.ts';
import type { Call, Verb } from './verb.ts';

/** Those of the web, and messages to the incoming webhook of a channel. */
const FORMATS = [...DIGEST_FORMATS, 'slack', 'teams'] as const;

const FORMAT: ValueOption<(typeof FORMATS)[number]> = {
  flag: '--format <form>',
  description:
    'Write a whole message (eml), only its HTML (html) or plain text (txt), or the JSON for a webhook of Slack (slack) or Microsoft Teams (teams).',
  default: 'eml',
  defaultText: 'eml',
  read: oneOf(FORMATS),
};

const OUTPUT: ValueOption<string | null> = {
  flag: '--output <file>',
  description: 'Write to this file. It appears only when complete.',
  default: null,
  defaultText: 'standard output',
  read: filePath,
};

const STATE: ValueOption<string | null> = {
  flag: '--state <file>',
  description: 'Say what is new, moved or cancelled since the last digest, which this file remembers.',
  default: null,
  defaultText: 'none',
  read: filePath,
};

const SKIP_EMPTY: Switch = {
  flag: '--skip-empty',
  description: 'Write nothing if there are no talks and nothing has changed; the exit status is then 4.',
};

const FROM: ValueOption<string | null> = {
  flag: '--from <address>',
  description: 'Sender: an address, or a name and an address between < and >.',
  default: null,
  defaultText: 'talks@ and the host of --base-url',
  read: mailAddress,
};

const TO: ValueOption<string | null> = {
  flag: '--to <address>',
  description: 'Recipient, such as the address of a mailing list. sendmail -t needs it.',
  default: null,
  defaultText: 'none',
  read: mailAddress,
};

const SUBJECT: ValueOption<string | null> = {
  flag: '--subject <text>',
  description: 'Subject of the message.',
  default: null,
  defaultText: 'what the query selects, and the days',
  read: subjectLine,
};

const LIST_ID: ValueOption<string | null> = {
  flag: '--list-id <name>',
  description: 'List-Id of the message (RFC 2919), for mail filters.',
  default: null,
  defaultText: 'none',
  read: listId,
};

const UNSUBSCRIBE: ValueOption<string | null> = {
  flag: '--unsubscribe <address>',
  description: 'Web or mail address for unsubscribing: a link in the digest, and the List-Unsubscribe header.',
  default: null,
  defaultText: 'none',
  read: unsubscribeAddress,
};

export const digestVerb: Verb = {
  name: 'digest',
  summary: 'Write an e-mail or a chat message with the talks of the next days.',
  details:
    'Writes the talks of the next seven days, including today, as an e-mail message with HTML and plain-text parts, for sendmail or a mailing-list program. The query selects talks as in a search, and may also contain days=14 and lang=fr. With --state, the digest also says what is new, moved or cancelled since the last one.',
  examples: [
    "lectern digest --to optics@lists.example.org 'organising_department=place:23232534' | sendmail -t",
    'lectern digest --state /var/lib/lectern/digest.json --output digest.eml --skip-empty',
    "lectern digest --format txt 'days=14&lang=de'",
    'lectern digest --format slack --output talks.json --skip-empty && curl --fail --json @talks.json "$SLACK_WEBHOOK"',
  ],
  arguments: { '[query]': 'which talks: the query of a search' },
  settings: ['database', 'cacheFolder', 'baseUrl', 'timeZone', 'terms', 'untitled', 'brandName', 'brandColour'],
  options: [FORMAT, OUTPUT, STATE, SKIP_EMPTY, FROM, TO, SUBJECT, LIST_ID, UNSUBSCRIBE],
  run: (call) => stoppable(call.host, ({ signal }) => digest(call, signal)),
};

async function digest(call: Call, signal: AbortSignal): Promise<number> {
  const { files, flags, settings, host } = call;
  const query = (files[0] ?? '').replace(/^\?/, '');
  const now = new Date();
  const asked = await questionOf(query, settings, now);
  if (!asked.ok) return refused(host, asked.problems);
  const statePath = valueOf(STATE, flags);
  const { readDigestState, writeDigestState } = await import('../digest-state-file.ts');
  const read = statePath === null ? undefined : await readDigestState(statePath, query);
  if (read?.ok === false) {
    host.stderr.write(`lectern: ${printable(read.problem)}\n`);
    return EXIT_STATUS.failed.status;
  }
  const { ownDigest } = await import('#server/digest/own-digest.ts');
  const { language } = asked.value;
  const made = await ownDigest(settings, { digest: asked.value.digest, language, before: read?.state, now });
  const content = { ...made.content, unsubscribe: valueOf(UNSUBSCRIBE, flags) };
  if (isOn(SKIP_EMPTY, flags) && isEmpty(content)) return EXIT_STATUS.nothing.status;
  if (settings.baseUrl === null)
    host.stderr.write(
      `Links begin with ${made.view.publication.baseUrl}: set --base-url or LECTERN_BASE_URL to the address that readers use.\n`,
    );
  const written = await write(content, made.view, { call, now });
  const isDelivered = await deliver(written, valueOf(OUTPUT, flags), { host, signal });
  if (statePath === null) return EXIT_STATUS.fine.status;
  // If nobody received it, the next one must repeat its changes.
  if (!isDelivered) {
    host.stderr.write(
      'The digest was not delivered: the program that reads it ended early. The next digest will repeat its changes.\n',
    );
    return EXIT_STATUS.failed.status;
  }
  await writeDigestState(statePath, query, made.state);
  return EXIT_STATUS.fine.status;
}

interface Delivery {
  readonly host: Host;
  readonly signal: AbortSignal;
}

/** Returns whether all of it was taken: `sendmail` may have ended early. */
async function deliver(written: Buffer, output: string | null, { host, signal }: Delivery): Promise<boolean> {
  const { writeToFile, writeToStandardOutput } = await import('../reports/output.ts');
  if (output === null) return writeToStandardOutput(host, [written], signal);
  await writeToFile(output, [written], signal);
  return true;
}

function isEmpty({ talks, changes }: DigestContent): boolean {
  return talks.length === 0 && (changes === undefined || changes.gone.length === 0);
}

type Asked = Result<{ readonly digest: DigestQuestion; readonly language: View['language'] | null }>;

async function questionOf(query: string, settings: Settings, now: Date): Promise<Asked> {
  const { parseDigest } = await import('#search/query/digest-question.ts');
  const { isLanguage, LANGUAGES } = await import('#pages/frame/language.ts');
  const { timeZone, defaultCount, maximumCount, terms } = settings;
  // On the web, stray parameters of a link are not worth an error; here nobody would notice that
  // they have no effect.
  const strict = query === '' ? '' : `${query}&strict=true`;
  const digest = parseDigest(strict, { timeZone, defaultCount, maximumCount, terms }, now, LANGUAGES);
  if (!digest.ok) return digest;
  const language = new URLSearchParams(query).get('lang') ?? '';
  return { ok: true, value: { digest: digest.value, language: isLanguage(language) ? language : null } };
}

function refused({ stderr }: Host, problems: readonly Problem[]): number {
  for (const problem of problems) stderr.write(`${settingLine(problem)}\n`);
  stderr.write('Run lectern digest --help for usage.\n');
  return EXIT_STATUS.usage.status;
}

interface Writing {
  readonly call: Call;
  readonly now: Date;
}

async function write(content: DigestContent, view: View, { call: { flags }, now }: Writing): Promise<Buffer> {
  const format = valueOf(FORMAT, flags);
  switch (format) {
    case 'slack':
    case 'teams': {
      const { chatDigest } = await import('#server/digest/digest-message.ts');
      return Buffer.from(chatDigest(content, view, format));
    }
    case 'html': {
      const { fittingDigest } = await import('#server/digest/digest-message.ts');
      return Buffer.from(fittingDigest(content, view).text);
    }
    case 'txt': {
      const { digestText } = await import('#pages/digest/digest-text.ts');
      return Buffer.from(digestText(content, view));
    }
    case 'eml': {
      const { digestMessage } = await import('#server/digest/digest-message.ts');
      return digestMessage(content, view, {
        from: valueOf(FROM, flags),
        to: valueOf(TO, flags),
        subject: valueOf(SUBJECT, flags),
        listId: valueOf(LIST_ID, flags),
        unsubscribe: content.unsubscribe,
        date: now,
      });
    }
  }
}

/** Local part and domain of RFC 5322 without quoted strings, which no mailing list uses. */
const ADDRESS = "[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?";
const ALONE = new RegExp(`^${ADDRESS}$`);
const WITH_NAME = new RegExp(`^[^<>@\\p{Cc}]{1,100}<${ADDRESS}>$`, 'u');

/** `talks@example.org`, or `Talks at Example <talks@example.org>`. */
function mailAddress(text: string, where: string): Result<string> {
  if (ALONE.test(text) || WITH_NAME.test(text)) return { ok: true, value: text };
  return bad(
    'bad-address',
    where,
    `${quoted(text)} is not a mail address.`,
    'Write an address, or a name and an address: Talks at Example <talks@example.org>.',
  );
}

function subjectLine(text: string, where: string): Result<string> {
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
function listId(text: string, where: string): Result<string> {
  if (/^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/.test(text) && text.length <= 200) return { ok: true, value: text };
  return bad(
    'bad-list-id',
    where,
    `${quoted(text)} is not a list identifier.`,
    'Write a name of your choice and your domain: optics.talks.example.org.',
  );
}

/** An http(s) address, a mailto address, or a bare mail address. */
function unsubscribeAddress(text: string, where: string): Result<string> {
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
