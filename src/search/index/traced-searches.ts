import { tracingChannel } from 'node:diagnostics_channel';
import type { Question } from '../query/question.ts';

export interface TracedSearch {
  readonly question: Question;
}

/** Each search in an index. It costs nothing while nobody subscribes. */
export const SEARCHES = tracingChannel<unknown, TracedSearch>('lectern:search');
