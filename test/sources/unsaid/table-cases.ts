import { json, START, type Case, type FormatCases } from './format-case.ts';

export const TABLE_CASES: FormatCases = {
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
  markdown: {
    hasNull: true,
    write: (fields) =>
      `---\nstart: ${START}\ntitle: On moss\n${Object.entries(fields)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `${name}: ${value === null ? '' : json(value)}\n`)
        .join('')}---\n`,
    // A file without a title is no talk.
    fields: Object.fromEntries(Object.entries(tableFields([])).filter(([name]) => name !== 'title')),
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
