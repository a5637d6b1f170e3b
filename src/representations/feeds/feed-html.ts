import type { Fact, FactPart, TalkSummary } from './feed-summary.ts';
import { escapedXml, element } from '../json/xml-text.ts';

/**
 * A talk as a fragment of HTML that feed readers accept: paragraphs, line breaks, bold, links, and `bdi` and `dir`,
 * which isolate text of either direction; and what `proseHtml` leaves of a description in HTML. Line ends follow line
 * breaks, for programs that remove all markup.
 */
export function talkHtml(summary: TalkSummary): string {
  const { notices, facts, description, descriptionHtml } = summary;
  return [
    ...notices.map((notice) => `<p dir="auto"><b>${escapedXml(notice)}</b></p>`),
    `<p>${facts.map(factHtml).join('<br/>\n')}</p>`,
    ...(descriptionHtml === undefined ? [] : [`<div dir="auto">${descriptionHtml}</div>`]),
    ...(descriptionHtml === undefined ? description : []).map(
      (lines) => `<p dir="auto">${lines.map(escapedXml).join('<br/>\n')}</p>`,
    ),
  ].join('\n');
}

function factHtml({ name, parts }: Fact): string {
  return `<b>${name}:</b> ${parts.map(partHtml).join(', ')}`;
}

function partHtml({ text, href }: FactPart): string {
  const shown = `<bdi>${escapedXml(text)}</bdi>`;
  return href === null ? shown : `<a href="${escapedXml(href)}">${shown}</a>`;
}

/** A picture in a feed, as Media RSS has it. The few entries with one declare its namespace themselves. */
export function mediaThumbnail(url: string): string {
  return element('media:thumbnail', { 'xmlns:media': 'http://search.yahoo.com/mrss/', url });
}
