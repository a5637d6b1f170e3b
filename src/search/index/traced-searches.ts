import { tracingChannel } from 'node:diagnostics_channel';
import type { Question } from '../query/question.ts';

interface TracedSearch {
  readonly question: Question;
}

/** Traces each search of an index, at no cost while nobody subscribes. */
export const SEARCHES = tracingChannel<unknown, TracedSearch>('lectern:search');
