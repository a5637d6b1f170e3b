import { json, START, type FormatCases } from './format-case.ts';

export const PLATFORM_CASES: FormatCases = {
  eventbrite: {
    hasNull: true,
    write: (fields) =>
      json({
        pagination: {},
        events: [{ id: '1', start: { utc: START, timezone: 'UTC' }, end: { utc: START, timezone: 'UTC' }, ...fields }],
      }),
    fields: {
      name: ['title', { text: 'On moss' }, ''],
      description: ['description', { text: 'All' }, ''],
      summary: ['description', 'All', ''],
      status: ['status', 'canceled', ''],
      url: ['bookingUrl', 'https://book.example/1', ''],
      venue: ['venue', { name: 'Hall' }, ''],
      organizer: ['organisers', { name: 'Bo' }, ''],
      is_free: ['cost', true, false],
      logo: ['image', { url: 'https://files.example/1.jpg' }, {}],
    },
  },
  localist: {
    hasNull: true,
    write: (fields) =>
      json({
        events: [
          { event: { id: 1, event_instances: [{ event_instance: { id: 2, start: START, end: START } }], ...fields } },
        ],
      }),
    fields: {
      title: ['title', 'On moss', ''],
      description: ['description', 'All of it', ''],
      status: ['status', 'canceled', ''],
      localist_url: ['url', 'https://pages.example/1', ''],
      location_name: ['venue', 'Hall', ''],
      room_number: ['room', '12', ''],
      stream_url: ['onlineUrl', 'https://video.example/1', ''],
      keywords: ['topics', ['Botany'], []],
      ticket_url: ['bookingUrl', 'https://book.example/1', ''],
      ticket_cost: ['cost', '£5', ''],
      photo_url: ['image', 'https://files.example/1.jpg', ''],
    },
  },
  meetup: {
    hasNull: true,
    write: (fields) =>
      json({ data: { events: { edges: [{ node: { id: 1, dateTime: '2027-01-18T17:00Z', ...fields } }] } } }),
    fields: {
      title: ['title', 'On moss', ''],
      description: ['description', 'All', ''],
      status: ['status', 'CANCELLED', 'ACTIVE'],
      eventUrl: ['url', 'https://www.meetup.com/moss/events/1/', undefined],
      venue: ['venue', { name: 'Glass House' }, { name: 'Online event' }],
      onlineVenue: ['onlineUrl', { url: 'https://video.example/1' }, {}],
      hosts: ['hosts', [{ name: 'Ann' }], []],
      topics: ['topics', { edges: [{ node: { name: 'Moss' } }] }, { edges: [] }],
      feeSettings: ['cost', { amount: 5, currency: 'EUR' }, {}],
      imageUrl: ['image', 'https://pictures.example/1.jpg', undefined],
    },
  },
  tribe: {
    hasNull: true,
    write: (fields) =>
      json({
        events: [
          {
            id: 1,
            utc_start_date: '2027-01-18 17:00:00',
            utc_end_date: '2027-01-18 18:00:00',
            status: 'publish',
            ...fields,
          },
        ],
      }),
    fields: {
      title: ['title', 'On moss', ''],
      description: ['description', 'All of it', ''],
      event_status: ['status', 'canceled', ''],
      url: ['url', 'https://pages.example/1', ''],
      venue: ['venue', { venue: 'Hall' }, []],
      organizer: ['organisers', [{ organizer: 'Bo' }], []],
      categories: ['topics', [{ name: 'Botany' }], []],
      virtual_url: ['onlineUrl', 'https://video.example/1', ''],
      cost: ['cost', '£5', ''],
      image: ['image', { url: 'https://files.example/1.jpg' }, false],
    },
  },
};
