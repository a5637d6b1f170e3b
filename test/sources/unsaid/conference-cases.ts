import { json, START, type FormatCases } from './format-case.ts';
import { elements } from './xml-elements.ts';

export const CONFERENCE_CASES: FormatCases = {
  'schedule-xml': {
    hasNull: false,
    write: ({ conferenceTitle, venue, ...fields }) =>
      `<schedule><conference>${elements({ title: conferenceTitle, venue })}</conference><day date="2027-01-18">` +
      `<event guid="g"><date>${START}</date>${elements(fields)}</event></day></schedule>`,
    fields: {
      title: ['title', 'On moss', ''],
      subtitle: ['description', 'All', ''],
      abstract: ['description', 'All', ''],
      description: ['description', 'All', ''],
      room: ['room', 'Room 1', ''],
      track: ['topics', 'Botany', ''],
      url: ['url', 'https://pages.example/1', ''],
      persons: ['speakers', '<person>Ann</person>', ''],
      conferenceTitle: ['series', 'Moss 2027', ''],
      venue: ['venue', 'The Barn', ''],
    },
  },
  'schedule-json': {
    hasNull: true,
    write: ({ conferenceTitle, venue, ...fields }) =>
      json({
        schedule: {
          version: '1',
          conference: { title: conferenceTitle, venue },
          events: [{ guid: 'g', start: START, end: START, ...fields }],
        },
      }),
    fields: {
      title: ['title', 'On moss', ''],
      subtitle: ['description', 'All', ''],
      abstract: ['description', 'All', ''],
      description: ['description', 'All', ''],
      room: ['room', 'Room 1', ''],
      track: ['topics', 'Botany', ''],
      url: ['url', 'https://pages.example/1', ''],
      persons: ['speakers', ['Ann'], []],
      conferenceTitle: ['series', 'Moss 2027', ''],
      venue: ['venue', 'The Barn', ''],
    },
  },
  'schedule-json, submissions': {
    hasNull: true,
    write: ({ room, title = '', ...fields }) =>
      json({
        results: [{ code: 'A', title, slot: { start: START, end: START, room }, submission_type: 1, ...fields }],
      }),
    fields: {
      abstract: ['description', 'All', ''],
      description: ['description', 'All', ''],
      room: ['room', 'Room 1', ''],
      track: ['topics', 'Botany', ''],
      speakers: ['speakers', [{ name: 'Ann' }], []],
      state: ['status', 'canceled', ''],
    },
  },
  indico: {
    hasNull: true,
    write: (fields) =>
      json({
        count: 1,
        results: [
          { _type: 'Conference', id: '1', startDate: { date: '2027-01-18', time: '17:00:00', tz: 'UTC' }, ...fields },
        ],
      }),
    fields: {
      title: ['title', 'On moss', ''],
      description: ['description', 'All', ''],
      url: ['url', 'https://pages.example/1', ''],
      organizer: ['organisers', 'Bo', ''],
      label: ['status', { title: 'Cancelled', is_event_not_happening: true }, ''],
      location: ['venue', 'Hall', ''],
      room: ['room', 'Room 1', ''],
      address: ['location', '1 Road', ''],
      chairs: ['hosts', [{ first_name: 'Ann', last_name: 'Other' }], []],
      keywords: ['topics', ['Botany'], []],
      category: ['series', 'Seminars', ''],
      folders: ['materials', [{ attachments: [{ link_url: 'https://files.example/1' }] }], []],
    },
  },
  sessionize: {
    hasNull: true,
    write: (fields) =>
      json({ sessions: [{ id: '1', startsAt: START, endsAt: START, isServiceSession: false, ...fields }] }),
    fields: {
      title: ['title', 'On moss', ''],
      description: ['description', 'All', ''],
      status: ['status', 'Canceled', ''],
      room: ['room', 'Room 1', ''],
      speakers: ['speakers', [{ id: 'a', name: 'Ann' }], []],
      liveUrl: ['onlineUrl', 'https://video.example/1', ''],
      recordingUrl: ['materials', 'https://video.example/1', ''],
    },
  },
};
