import type { PageSearch } from '#search/query/page-question.ts';
import type { Page, Question } from '#search/query/question.ts';
import type { SearchAnswer, TalkIndex } from '#search/index/talk-index.ts';

/** Whether a search is listed from its latest talk to its first: one of past days only, in the order of dates. */
export function isLatestFirst({ question, days, today }: Pick<PageSearch, 'question' | 'days' | 'today'>): boolean {
  return question.order === 'date' && days.to !== undefined && days.to < today;
}

/** A page of an answer, from its latest talk to its first. */
export function answerLatestFirst(index: TalkIndex, question: Question, { page, count }: Page): SearchAnswer {
  const { total } = index.answer(question, { page: 1, count: 1 });
  const to = Math.max(0, total - (page - 1) * count);
  const from = Math.max(0, to - count);
  // The talks from `from` to `to` are on at most two pages of the answer in its own order.
  const first = Math.floor(from / count) + 1;
  const talks = [first, first + 1].flatMap((one) => [...index.answer(question, { page: one, count }).talks]);
  const skipped = (first - 1) * count;
  return { total, talks: Uint32Array.from(talks.slice(from - skipped, to - skipped).reverse()) };
}
