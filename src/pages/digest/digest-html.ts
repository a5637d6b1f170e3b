import { accentOnWhite } from '../frame/accent.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import type { View } from '../frame/view.ts';
import { direction, words } from '../frame/words.ts';
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
  type TalkTexts,
} from './digest-words.ts';
import { titleText } from '../prose/title.ts';

/**
 * A digest for mail programs, which support little of HTML: a table in a table with inline styles, and nothing to load.
 * (caniemail.com lists what Outlook, Gmail and Apple Mail support.)
 */
export function digestHtml(content: DigestContent, view: View): string {
  const title = digestTitle(content, view);
  const { language } = view;
  return html`<!DOCTYPE html>
    <html lang="${language}" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
      </head>
      <body style="margin:0;padding:0;background-color:#ffffff;color:${TEXT}">
        <table
          role="presentation"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          border="0"
          style="background-color:#ffffff"
        >
          <tr>
            <td align="center" style="padding:16px">
              <table
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                border="0"
                style="max-width:600px;text-align:left;${FONT}"
              >
                ${row(
                  html`${content.subjects.length === 0 ? NOTHING : brandLine(view)}
                    <h1 style="margin:0 0 12px;font-size:22px;line-height:28px" ${direction(title)}>${title}</h1>
                    ${changed(content, view)}`,
                )}
                ${content.talks.length === 0 ? row(paragraph(words(view.messages.digest.none))) : days(content, view)}
                ${gone(content, view)}${footer(content, view)}
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`.markup;
}

const TEXT = '#1d2125';
const FAINT = '#595f66';
const ALERT = '#a3221b';
const FONT = 'font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:24px';

function row(content: Html): Html {
  return html`<tr>
    <td style="padding:0">${content}</td>
  </tr>`;
}

function paragraph(content: Html, style = ''): Html {
  return html`<p style="margin:0;${style}">${content}</p>`;
}

function link(address: string, text: Html, view: View): Html {
  return html`<a href="${address}" style="color:${accentOnWhite(view.brand.colour)}">${text}</a>`;
}

function changed({ changes }: DigestContent, view: View): Html {
  const said = changes === undefined ? '' : changesInWords(changes, view);
  if (changes === undefined || said === '') return NOTHING;
  const { dates, messages } = view;
  const since = insert(messages.digest.changes, { day: dates.dayAndMonth(dates.isoDay(changes.since)) });
  return paragraph(html`${since} ${said}`, 'padding-bottom:8px');
}

function brandLine({ brand }: View): Html {
  return html`<p style="margin:0 0 4px;font-size:14px;color:${FAINT}"><bdi>${brand.name}</bdi></p>`;
}

/** A heading for each day, and its talks. */
function days(content: DigestContent, view: View): Html {
  return html`${digestDays(content, view).map(
    ([heading, ofDay]) =>
      html`${row(
        html`<h2
          style="margin:16px 0 0;padding:0 0 4px;border-bottom:2px solid #d5d9dd;font-size:17px;line-height:24px"
        >
          ${heading}
        </h2>`,
      )}${ofDay.map((talk) => talkRow(talk, view))}`,
  )}`;
}

function talkRow(talk: DigestTalk, view: View): Html {
  const one = talkTexts(talk, view);
  const { messages } = view;
  const title = link(one.address, html`<strong>${words(one.title)}</strong>`, view);
  const join = one.join === null ? NOTHING : link(one.join, html`${messages.talk.join}`, view);
  return html`<tr>
    <td style="padding:12px 0;border-bottom:1px solid #e4e7ea">
      ${paragraph(html`${one.when}${flag(one)}`, `color:${FAINT}`)}
      ${paragraph(one.isCancelled ? html`<s>${title}</s>` : title)}
      ${line(one.who)}${line(one.where)}${line(one.series)}
      ${line(one.note)}${join === NOTHING ? NOTHING : paragraph(join)}
    </td>
  </tr>`;
}

function flag({ flag: text, before, isCancelled }: TalkTexts): Html {
  if (text === '') return NOTHING;
  const colour = isCancelled ? ALERT : TEXT;
  const was = before === '' ? NOTHING : html` (${words(before)})`;
  return html` · <strong style="color:${colour}">${text}</strong>${was}`;
}

function line(text: string): Html {
  return text === '' ? NOTHING : paragraph(words(text));
}

/** Talks that were announced for these days, and no longer take place on them. */
function gone({ changes }: DigestContent, view: View): Html {
  if (changes === undefined || changes.gone.length === 0) return NOTHING;
  const { digest } = view.messages;
  return row(
    html`<h2 style="margin:24px 0 4px;font-size:17px;line-height:24px">${digest.gone}</h2>
      ${changes.gone.map(({ title, time, now }) => {
        const what = now === null ? digest.goneFor : insert(digest.goneTo, { day: moment(now, view) });
        return paragraph(
          html`<s>${words(cut(titleText(title), LONGEST_TITLE))}</s> (${moment(time, view)}): ${what}`,
          'padding:4px 0',
        );
      })}`,
  );
}

function footer(content: DigestContent, view: View): Html {
  const { from, total, talks, unsubscribe } = content;
  const { messages, dates } = view;
  const { web, follow } = digestLinks(content, view);
  const more = total - talks.length;
  const zone = insert(messages.digest.zone, { zone: dates.zoneName(`${from}T12:00:00Z`) });
  return row(
    html`${more > 0 ? paragraph(html`${messages.digest.cut(more)}.`, 'padding-top:16px') : NOTHING}
      <p style="margin:0;padding-top:24px;font-size:14px;line-height:24px;color:${FAINT}">
        ${link(web, html`${messages.digest.web}`, view)}<br />${link(follow, html`${messages.digest.follow}`, view)}<br />${zone}${
          unsubscribe === null ? NOTHING : html`<br />${link(unsubscribe, html`${messages.digest.unsubscribe}`, view)}`
        }
      </p>`,
  );
}
