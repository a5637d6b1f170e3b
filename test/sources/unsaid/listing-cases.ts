import { json, START, type FormatCases } from './format-case.ts';
import { elements } from './xml-elements.ts';

const PEOPLE: readonly [unknown, unknown] = [[{ name: 'Ann' }], []];

export const LISTING_CASES: FormatCases = {
  oxtalks: {
    hasNull: true,
    write: ({ speakers, hosts, organisers, topics, venue, organising_department, various_speakers, ...fields }) =>
      json({
        slug: '00000001-0000-4000-8000-000000000000',
        start: START,
        formatted_date: '',
        title_display: undefined,
        ...(fields.title === undefined && fields.title_display === undefined ? { title_display: 'X' } : {}),
        ...fields,
        _embedded: { speakers, hosts, organisers, topics, venue, organising_department, various_speakers },
      }),
    fields: {
      description: ['description', 'All of it', ''],
      status: ['status', 'cancelled', ''],
      location_details: ['room', 'Room 1', ''],
      organiser_email: ['organiserEmail', 'a@example.org', ''],
      audience: ['audience', 'All', ''],
      booking_required: ['bookingRequired', 'Required', ''],
      booking_url: ['bookingUrl', 'https://book.example/', ''],
      booking_email: ['bookingEmail', 'b@example.org', ''],
      cost: ['cost', '£1', ''],
      special_message: ['specialMessage', 'Moved', ''],
      materials: ['materials', [{ type: 'slides', url: 'https://files.example/1' }], []],
      image: ['image', { url: 'https://files.example/1.jpg', alt: 'Moss' }, {}],
      series: ['series', { title: 'Mosses' }, {}],
      speakers: ['speakers', ...PEOPLE],
      hosts: ['hosts', ...PEOPLE],
      organisers: ['organisers', ...PEOPLE],
      various_speakers: ['variousSpeakers', true, false],
      venue: ['venue', { name: 'Hall' }, {}],
      organising_department: ['department', { name: 'Botany' }, {}],
      topics: ['topics', [{ label: 'Moss' }], []],
    },
  },
  'talks-cam': {
    hasNull: false,
    write: (fields) =>
      `<list><talk><id>1</id><start_time>Mon, 18 Jan 2027 17:00:00 +0000</start_time>${elements(fields)}</talk></list>`,
    fields: {
      title: ['title', 'On moss', ''],
      abstract: ['description', 'All', ''],
      url: ['url', 'https://pages.example/1', ''],
      venue: ['venue', 'Hall', ''],
      speaker: ['speakers', 'Ann', ''],
      organiser: ['organisers', 'Bo', ''],
      series: ['series', 'Mosses', ''],
      special_message: ['specialMessage', 'Moved', ''],
    },
  },
  feed: {
    hasNull: false,
    write: (fields) =>
      `<rss version="2.0" xmlns:ev="http://purl.org/rss/1.0/modules/event/"><channel><item><guid isPermaLink="false">1</guid>` +
      `<ev:startdate>${START}</ev:startdate>${elements(fields)}</item></channel></rss>`,
    fields: {
      title: ['title', 'On moss', ''],
      description: ['description', 'All', ''],
      'ev:location': ['location', 'Room 1', ''],
      'ev:organizer': ['organisers', 'Bo', ''],
      'ev:speaker': ['speakers', 'Ann', ''],
      'ev:host': ['department', 'Botany', ''],
      'ev:status': ['status', 'cancelled', ''],
      category: ['topics', 'Botany', ''],
      link: ['url', 'https://pages.example/1'],
    },
  },
  researchseminars: {
    hasNull: true,
    write: (fields) => json([{ seminar_id: 'MOSS', seminar_ctr: 1, start_time: START, end_time: START, ...fields }]),
    fields: {
      title: ['title', 'On moss', ''],
      abstract: ['description', 'All', ''],
      comments: ['description', 'All', ''],
      room: ['location', 'Room 1', ''],
      speaker: ['speakers', 'Ann', ''],
      topics: ['topics', ['math'], []],
      audience: ['audience', 0, ''],
      stream_link: ['onlineUrl', 'https://video.example/1', ''],
      video_link: ['materials', 'https://video.example/2', ''],
      slides_link: ['materials', 'https://files.example/2', ''],
      paper_link: ['materials', 'https://doi.example/2', ''],
    },
  },
  'schema-org': {
    hasNull: true,
    write: (fields) =>
      json({
        '@context': 'https://schema.org',
        '@type': 'Event',
        '@id': 'https://e.example/1',
        startDate: START,
        ...fields,
      }),
    fields: {
      name: ['title', 'On moss', ''],
      description: ['description', 'All', ''],
      eventStatus: ['status', 'https://schema.org/EventCancelled', ''],
      location: ['venue', { '@type': 'Place', name: 'Hall' }, []],
      performer: ['speakers', { '@type': 'Person', name: 'Ann' }, []],
      organizer: ['organisers', { '@type': 'Person', name: 'Bo' }, []],
      about: ['topics', 'Moss', []],
      keywords: ['topics', 'Moss', []],
      audience: ['audience', 'All', ''],
      offers: ['bookingUrl', { url: 'https://book.example/1' }, []],
      isAccessibleForFree: ['cost', true, false],
      doorTime: ['specialMessage', '16:30', ''],
      recordedIn: ['materials', { '@type': 'VideoObject', url: 'https://video.example/1' }, []],
      image: ['image', 'https://files.example/1.jpg', ''],
      subjectOf: ['materials', { '@type': 'CreativeWork', url: 'https://files.example/1' }, []],
    },
  },
};
