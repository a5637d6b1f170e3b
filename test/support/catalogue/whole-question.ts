import type { Question } from '#search/query/question.ts';

/** The first page of all talks. */
export const ALL_TALKS: Question = {
  window: { from: -Infinity, to: Infinity },
  ...{ speakers: [], hosts: [], series: [], venues: [], departments: [], topics: [], talks: [], collections: [] },
  ...{ subvenues: false, subdepartments: true, text: null, order: 'date', page: 1, count: 20 },
};
