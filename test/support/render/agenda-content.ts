import type { AgendaContent } from '#pages/calendar/agenda.ts';

/** The second of three pages of an agenda with a filter. */
export const agenda: AgendaContent = {
  from: '2015-07-31',
  shown: 3,
  goingOn: 0,
  page: 2,
  turns: {
    page: 2,
    pages: 3,
    skipped: 0,
    asked: [
      { name: 'from', value: '2015-07-31' },
      { name: 'topic', value: 'http://topics.example.org/moss' },
      { name: 'count', value: '3' },
    ],
  },
  days: [{ name: 'from', value: '2015-07-31' }],
  filters: [{ name: 'topic', value: 'http://topics.example.org/moss' }],
  asked: [
    { name: 'from', value: '2015-07-31' },
    { name: 'topic', value: 'http://topics.example.org/moss' },
    { name: 'count', value: '3' },
  ],
  nameOf: () => 'Moss & <fern>',
  places: { month: '2015-07', week: '2015-W31', day: '2015-10-06', agenda: '2015-07-31' },
};
