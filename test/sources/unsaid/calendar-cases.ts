import { json, START, type FormatCases } from './format-case.ts';

export const CALENDAR_CASES: FormatCases = {
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
};
