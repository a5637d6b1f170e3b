import type { TalkField } from '#sources/source-talk.ts';

/** Text of a file with one talk, of which `fields` are as they are given: undefined is left out. */
type Write = (fields: Readonly<Record<string, unknown>>) => string;

/** By what the format calls it: what it says, and how it says that there is none; no `empty` where it cannot. */
type Case = Readonly<Record<string, readonly [says: TalkField, value: unknown, empty?: unknown]>>;

interface FormatCase {
  readonly write: Write;
  readonly fields: Case;
  /** Whether null can be written. */
  readonly hasNull: boolean;
}

const json = (value: unknown): string => JSON.stringify(value);
const START = '2027-01-18T17:00:00Z';

const elements = (fields: Readonly<Record<string, unknown>>): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) =>
      name.startsWith('<') ? String(value) : `<${name}>${String(value)}</${name.split(' ')[0] ?? ''}>`,
    )
    .join('');

const PEOPLE: readonly [unknown, unknown] = [[{ name: 'Ann' }], []];

export const CASES: Readonly<Record<string, FormatCase>> = {
  icalendar: {
    hasNull: false,
    write: (fields) =>
      [
        'BEGIN:VCALENDAR',
        'BEGIN:VEVENT',
        'UID:1',
        'DTSTART:20270118T170000Z',
        ...Object.entries(fields).flatMap(([name, value]) => (typeof value === 'string' ? [`${name}:${value}`] : [])),
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    fields: {
      SUMMARY: ['title', 'On moss', ''],
      DESCRIPTION: ['description', 'All of it', ''],
      'X-ALT-DESC;FMTTYPE=text/html': ['description', '<p>All', ''],
      LOCATION: ['location', 'Room 1', ''],
      CONFERENCE: ['onlineUrl', 'https://video.example/1', ''],
      'X-GOOGLE-CONFERENCE': ['onlineUrl', 'https://video.example/1', ''],
      'X-MICROSOFT-SKYPETEAMSMEETINGURL': ['onlineUrl', 'https://video.example/1', ''],
      URL: ['url', 'https://pages.example/1', ''],
      STATUS: ['status', 'CANCELLED', ''],
      CATEGORIES: ['topics', 'Botany', ''],
      ATTACH: ['materials', 'https://files.example/1', ''],
      IMAGE: ['image', 'https://files.example/1.jpg', ''],
      'ORGANIZER;CN=Ann': ['organisers', 'mailto:ann@example.org', ''],
    },
  },
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
  rows: {
    hasNull: true,
    write: (fields) =>
      json([
        { id: '1', start: START, ...fields },
        { id: '2', start: START, title: 'Another' },
      ]),
    fields: tableFields([]),
  },
  'rows in YAML': {
    hasNull: true,
    write: (fields) =>
      `- id: 1\n  start: ${START}\n${Object.entries(fields)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `  ${name}: ${value === null ? '' : json(value)}\n`)
        .join('')}- id: 2\n  start: ${START}\n  title: Another\n`,
    fields: tableFields([]),
  },
  jcal: {
    hasNull: false,
    write: (fields) => {
      const said = Object.entries(fields).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, {}, 'text', value]] : [],
      );
      const event = [['uid', {}, 'text', '1'], ['dtstart', {}, 'date-time', START], ...said];
      return json(['vcalendar', [], [['vevent', event, []]]]);
    },
    fields: {
      summary: ['title', 'On moss', ''],
      description: ['description', 'All of it', ''],
      location: ['location', 'Room 1', ''],
      status: ['status', 'CANCELLED', ''],
      categories: ['topics', 'Botany', ''],
    },
  },
  jscalendar: {
    hasNull: true,
    write: (fields) =>
      json({
        '@type': 'Group',
        entries: [
          { '@type': 'Event', uid: '1', start: START.slice(0, -1), timeZone: 'Etc/UTC', duration: 'PT1H', ...fields },
        ],
      }),
    fields: {
      title: ['title', 'On moss', ''],
      description: ['description', 'All of it', ''],
      status: ['status', 'cancelled', ''],
      keywords: ['topics', { Botany: true }, {}],
    },
  },
  'google-calendar': {
    hasNull: true,
    write: (fields) =>
      json({
        kind: 'calendar#events',
        items: [{ kind: 'calendar#event', id: '1', start: { dateTime: START }, end: { dateTime: START }, ...fields }],
      }),
    fields: {
      summary: ['title', 'On moss', ''],
      description: ['description', 'All of it', ''],
      location: ['location', 'Room 1', ''],
      hangoutLink: ['onlineUrl', 'https://video.example/1', ''],
      organizer: ['organisers', { displayName: 'Bo', email: 'bo@example.org' }],
    },
  },
  'microsoft-graph': {
    hasNull: true,
    write: (fields) =>
      json({
        '@odata.context': 'https://graph.microsoft.com/v1.0/$metadata#events',
        value: [{ id: '1', start: { dateTime: '2027-01-18T17:00:00.0000000', timeZone: 'UTC' }, ...fields }],
      }),
    fields: {
      subject: ['title', 'On moss', ''],
      body: ['description', { contentType: 'text', content: 'All of it' }, { contentType: 'text', content: '' }],
      isCancelled: ['status', true, false],
      location: ['location', { displayName: 'Room 1' }, { displayName: '' }],
      categories: ['topics', ['Botany'], []],
      onlineMeetingUrl: ['onlineUrl', 'https://video.example/1', ''],
      organizer: ['organisers', { emailAddress: { name: 'Bo', address: 'bo@example.org' } }],
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
  csv: {
    hasNull: false,
    write: (fields) => {
      const said = Object.entries({ id: '1', start: START, ...fields }).filter(
        ([, value]) => typeof value === 'string',
      );
      if (!said.some(([name]) => name === 'title')) said.push(['title', 'X']);
      return `${said.map(([name]) => name).join(',')}
${said.map(([, value]) => json(value)).join(',')}
`;
    },
    fields: tableFields(''),
  },
};

function tableFields(none: unknown): Case {
  return {
    title: ['title', 'On moss', ''],
    description: ['description', 'All', ''],
    status: ['status', 'cancelled', ''],
    canceled: ['status', 'yes', 'no'],
    url: ['url', 'https://pages.example/1', ''],
    venue: ['venue', 'Hall', ''],
    room: ['room', 'Room 1', ''],
    location: ['location', 'By the lake', ''],
    address: ['location', '1 Road', ''],
    'online url': ['onlineUrl', 'https://video.example/1', ''],
    speakers: ['speakers', 'Ann Other', none],
    hosts: ['hosts', 'Bo', none],
    organisers: ['organisers', 'Cy', none],
    contact: ['organiserEmail', 'a@example.org', ''],
    series: ['series', 'Mosses', ''],
    department: ['department', 'Botany', ''],
    topics: ['topics', 'Moss', none],
    audience: ['audience', 'All', ''],
    booking: ['bookingRequired', 'Required', ''],
    'booking url': ['bookingUrl', 'https://book.example/', ''],
    'booking email': ['bookingEmail', 'b@example.org', ''],
    cost: ['cost', '£1', ''],
    recording: ['materials', 'https://video.example/2', ''],
    slides: ['materials', 'https://files.example/2', ''],
    'paper url': ['materials', 'https://doi.example/2', ''],
    image: ['image', 'https://files.example/1.jpg', ''],
    'special message': ['specialMessage', 'Moved', ''],
  };
}
