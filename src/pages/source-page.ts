import { rememberedDate } from '#catalogue/all-day.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import type { SourceNews, SourcePage, SourcePageProblem } from '#catalogue/source-page.ts';
import { datesIn } from './calendar/dates.ts';
import type { Dates } from './calendar/dates.ts';
import { fact, pageHeader } from './frame/parts.ts';
import { html, NOTHING, type Html } from './frame/html.ts';
import { htmlDocument } from './frame/layout.ts';
import { numberText } from './frame/language.ts';
import type { View } from './frame/view.ts';
import { words } from './frame/words.ts';
import { insert, type Messages } from './messages.ts';

/** The state of a source, for those who maintain it. */
interface SourceContent {
  readonly name: string;
  readonly page: SourcePage;
  readonly lastSuccess: Timestamp | null;
  readonly nextRun: Timestamp | null;
  readonly failures: number;
  /** Number of talks; null if unknown. */
  readonly talks: number | null;
}

/** The status page of a source. */
export function sourcePage(content: SourceContent, view: View): string {
  const { messages, language } = view;
  const text = messages.source;
  const { name, page, failures, talks } = content;
  const moment = (time: Timestamp | null): string => (time === null ? text.never : momentText(time, view.dates));
  return htmlDocument(view, {
    title: name,
    robots: 'noindex',
    kind: 'reading',
    content: html`${pageHeader({ title: name, kind: text.kind, messages })}
      <dl class="facts">
        ${fact(text.state, html`${failures === 0 ? text.fine : text.failing(failures)}`)}
        ${fact(text.read, html`${moment(content.lastSuccess)}`)} ${fact(text.next, html`${moment(content.nextRun)}`)}
        ${talks === null ? NOTHING : fact(text.talks, html`${numberText(talks, language)}`)}
      </dl>
      ${page.failure.length === 0 ? NOTHING : failureSection(page, text)} ${problemsSection(page, text)}
      ${notesSection(page, text)} ${newsSection(page, view)}`,
  });
}

type Text = Messages['source'];

function failureSection({ failure }: SourcePage, text: Text): Html {
  return html`<section>
    <h2>${text.failure}</h2>
    <ul>
      ${failure.map((problem) => problemItem(problem, text))}
    </ul>
    <p>${text.kept}</p>
  </section>`;
}

function problemsSection({ problems, moreProblems }: SourcePage, text: Text): Html {
  return html`<section>
    <h2>${text.problems}</h2>
    ${
      problems.length === 0
        ? html`<p>${text.noProblems}</p>`
        : html`<ul>
            ${problems.map((problem) => problemItem(problem, text))}${moreItem(moreProblems, text)}
          </ul>`
    }
  </section>`;
}

/** The notes, which are always in English. */
function notesSection({ notes }: SourcePage, text: Text): Html {
  if (notes.length === 0) return NOTHING;
  return html`<section>
    <h2>${text.notes}</h2>
    <ul lang="en">
      ${notes.map((note) => html`<li>${words(note)}</li>`)}
    </ul>
  </section>`;
}

/** A problem. Its text is always in English, as in the log. */
function problemItem({ line, where, text: what }: SourcePageProblem, text: Text): Html {
  const at = [line === 0 ? [] : html`${insert(text.line, { line })}`, where === '' ? [] : words(where)].flat();
  return html`<li>
    ${at.map((one, index) => html`${index > 0 ? ', ' : ''}${one}`)}${at.length > 0 ? ': ' : ''}<span lang="en"
      >${what}</span
    >
  </li>`;
}

function newsSection({ read, news, moreNews, zone }: SourcePage, { messages, dates, language }: View): Html {
  const text = messages.source;
  if (read === null) return NOTHING;
  const date = dates.date(dates.isoDay(read));
  const inZone = datesIn(language, zone);
  return html`<section>
    <h2>${text.news}</h2>
    <p>${insert(text.newsOf, { date, time: dates.time(read) })}</p>
    ${
      news.length === 0
        ? html`<p>${text.noNews}</p>`
        : html`<ul>
            ${news.map((one) => newsItem(one, text, inZone))}${moreItem(moreNews, text)}
          </ul>`
    }
  </section>`;
}

function newsItem({ what, title, start }: SourceNews, text: Text, dates: Dates): Html {
  const labels: Readonly<Record<string, string>> = text.what;
  return html`<li>
    <strong>${labels[what] ?? what}</strong> ${title === '' ? text.untitled : words(title)}, ${momentText(start, dates)}
  </li>`;
}

function moreItem(more: number, text: Text): Html {
  return more === 0 ? NOTHING : html`<li>${text.more(more)}</li>`;
}

/** The date and time; only the date of an all-day talk. @param time as from `rememberedStart` */
function momentText(time: Timestamp, dates: Dates): string {
  const day = rememberedDate(time);
  return day === undefined ? `${dates.date(dates.isoDay(time))}, ${dates.time(time)}` : dates.date(day);
}
