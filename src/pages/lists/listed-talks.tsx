import type { NamedValue } from '#search/query/request.ts';
import type { WhenForm } from '#search/query/value-forms.ts';
import { Pager } from '../frame/pager.tsx';
import { TalksHere } from './talk-list.tsx';
import type { View } from '../frame/view.ts';

/** How many talks a page lists of those that there are. The talks themselves are put in by the server. */
export interface TalkPart {
  readonly total: number;
  readonly shown: number;
}

/** The talks of a series, a person, a place and so on, a page of them. */
export interface ListedTalks {
  /** Which of them this page is about. On the first page of those to come stand the latest past ones too. */
  readonly when: WhenForm;
  /** From 1; may be past the last. */
  readonly page: number;
  /** Talks on a page. */
  readonly count: number;
  /** Those to come, in order: the first list of the page, if any of them are shown. */
  readonly upcoming: TalkPart;
  /** Those that were, the latest first: the other list. */
  readonly past: TalkPart;
}

export type Query = readonly NamedValue[];

interface ListedProps {
  readonly list: ListedTalks;
  readonly view: View;
  /** This page with a question of its own. */
  readonly href: (query: Query) => string;
}

/** Talks to come, and then those that were. */
export function Listed({ list, view, href }: ListedProps) {
  const { when, page, count, upcoming, past } = list;
  const { group } = view.messages.browse;
  const pages = Math.ceil((when === 'past' ? past.total : upcoming.total) / count);
  const pager = <Pager page={page} pages={pages} href={(one) => href(queryOf(when, one))} messages={view.messages} />;
  if (when === 'past')
    return (
      <section class="listed">
        <h2>{group.past}</h2>
        <Talks part={past} none={group.nonePast} view={view} />
        {pager}
        <p>
          <a href={href([])}>{upcoming.total === 0 ? group.upcoming : group.allUpcoming(upcoming.total)}</a>
        </p>
      </section>
    );
  return (
    <>
      <section class="listed">
        <h2>{group.upcoming}</h2>
        <Talks part={upcoming} none={group.noneUpcoming} view={view} />
        {pager}
      </section>
      {past.total > 0 && (
        <section class="listed">
          <h2>{group.past}</h2>
          {past.shown > 0 && <TalksHere />}
          {past.total > past.shown && (
            <p>
              <a href={href(queryOf('past', 1))}>{group.allPast(past.total)}</a>
            </p>
          )}
        </section>
      )}
    </>
  );
}

function Talks({ part, none, view }: { readonly part: TalkPart; readonly none: string; readonly view: View }) {
  if (part.shown > 0) return <TalksHere />;
  return <p class="none">{part.total === 0 ? none : view.messages.browse.group.noneOnPage}</p>;
}

/** What a page of talks is asked for by: nothing for the first of those to come. */
export function queryOf(when: WhenForm, page: number): Query {
  return [
    ...(when === 'upcoming' ? [] : [{ name: 'when', value: when }]),
    ...(page === 1 ? [] : [{ name: 'page', value: String(page) }]),
  ];
}

/** The same talks elsewhere: where they can be searched, and in a calendar. @param filters what a search has to ask for to find them */
export function Elsewhere({
  view,
  filters,
  month,
}: {
  readonly view: View;
  readonly filters: Query;
  /** `yyyy-mm` */
  readonly month: string;
}) {
  const { group } = view.messages.browse;
  return (
    <ul class="choices">
      <li>
        <a href={view.links.search(filters)}>{group.search}</a>
      </li>
      <li>
        <a href={view.links.month(month, filters)}>{group.inCalendar}</a>
      </li>
    </ul>
  );
}
