import type { TableField } from './table-fields.ts';

export interface TemplateColumn {
  readonly field: TableField;
  /** Must be one that `table-fields.ts` recognises. */
  readonly header: string;
  /** What to enter. */
  readonly help: string;
  /** The cell in each of the example rows; `''`: empty. */
  readonly examples: readonly [string, string];
}

/** Columns of a sheet for entering talks. */
const COLUMNS: readonly TemplateColumn[] = [
  {
    field: 'id',
    header: 'ID',
    help: 'Any number or word, once. Keep it when the talk changes, so that the talk is moved and not doubled.',
    examples: ['example-1', 'example-2'],
  },
  {
    field: 'title',
    header: 'Title',
    help: 'Leave it empty while it is not known: the talk is then shown as “To be announced”.',
    examples: ['How far a lamp is seen', ''],
  },
  {
    field: 'speakers',
    header: 'Speakers',
    help: 'Name (Institute). Several with semicolons.',
    examples: ['Ada Fresnel (Institute of Coastal Light)', 'Bo Marsh; Cy Weir'],
  },
  {
    field: 'date',
    header: 'Date',
    help: 'The only column that every talk needs, besides a title or speakers.',
    examples: ['2030-01-14', '2030-01-21'],
  },
  {
    field: 'time',
    header: 'Time',
    help: 'When it begins, such as 17:00. Without a time the talk lasts all day.',
    examples: ['17:00', '17:00'],
  },
  { field: 'end', header: 'End', help: 'When it ends, such as 18:30.', examples: ['18:00', '18:30'] },
  { field: 'venue', header: 'Venue', help: 'The building.', examples: ['Keeper House', 'Keeper House'] },
  { field: 'room', header: 'Room', help: 'The room in it.', examples: ['Seminar room 2', ''] },
  {
    field: 'online',
    header: 'Online link',
    help: 'The address of the video meeting.',
    examples: ['', 'https://meet.example.org/optics'],
  },
  {
    field: 'series',
    header: 'Series',
    help: 'The name of the series that it belongs to.',
    examples: ['Optics seminar', 'Optics seminar'],
  },
  {
    field: 'description',
    header: 'Abstract',
    help: 'Text, with line breaks if you like.',
    examples: ['A lamp is seen from further away than most expect.', ''],
  },
  {
    field: 'url',
    header: 'Web page',
    help: 'The address of a page with more about it.',
    examples: ['https://optics.example.org/lamps', ''],
  },
  {
    field: 'booking',
    header: 'Booking',
    help: 'The address of a booking form, or “required”.',
    examples: ['', 'https://optics.example.org/book'],
  },
  {
    field: 'audience',
    header: 'Audience',
    help: 'Who may come.',
    examples: ['Open to all', 'Members of the department'],
  },
  {
    field: 'status',
    header: 'Status',
    help: 'Empty, “cancelled”, or “preparation” for a talk that is not certain yet. Cancel a talk instead of deleting its row: those who follow it are told.',
    examples: ['', 'cancelled'],
  },
  { field: 'private', header: 'Private', help: '“yes”: the row is not published.', examples: ['yes', 'yes'] },
];

/** Columns that most sheets do without. */
const FURTHER_COLUMNS: readonly TemplateColumn[] = [
  { field: 'end_date', header: 'End date', help: 'For a talk of several days: its last day.', examples: ['', ''] },
  {
    field: 'time_zone',
    header: 'Time zone',
    help: 'Such as Europe/London, if it is not that of the other talks.',
    examples: ['', 'Europe/London'],
  },
  { field: 'address', header: 'Address', help: 'Of the venue, for maps.', examples: ['1 Harbour Street', ''] },
  { field: 'department', header: 'Department', help: 'Who organises it.', examples: ['', ''] },
  { field: 'topics', header: 'Topics', help: 'Several with semicolons.', examples: ['lighthouses; lenses', ''] },
  { field: 'hosts', header: 'Hosts', help: 'Several with semicolons.', examples: ['', 'Di Foss'] },
  { field: 'organisers', header: 'Organisers', help: 'Several with semicolons.', examples: ['', ''] },
  {
    field: 'contact',
    header: 'Contact',
    help: 'An e-mail address or a telephone number for questions.',
    examples: ['optics@example.org', ''],
  },
  { field: 'booking_url', header: 'Booking link', help: 'The address of a booking form.', examples: ['', ''] },
  { field: 'booking_email', header: 'Booking email', help: 'The e-mail address for bookings.', examples: ['', ''] },
  { field: 'cost', header: 'Cost', help: 'Such as “Free”, or a price.', examples: ['Free', ''] },
  {
    field: 'special_message',
    header: 'Notice',
    help: 'A line that is shown with the talk, such as “Please note the new room”.',
    examples: ['', ''],
  },
  { field: 'recording', header: 'Recording', help: 'The address of a recording.', examples: ['', ''] },
  {
    field: 'slides',
    header: 'Slides',
    help: 'The address of the slides.',
    examples: ['https://optics.example.org/lamps.pdf', ''],
  },
  { field: 'paper', header: 'Paper link', help: 'The address of a paper.', examples: ['', ''] },
  { field: 'live_stream', header: 'Live stream', help: 'The address of a live stream.', examples: ['', ''] },
  {
    field: 'materials',
    header: 'Further materials',
    help: 'Addresses of anything else, with titles behind them and semicolons between.',
    examples: ['', ''],
  },
  {
    field: 'image',
    header: 'Picture',
    help: 'The address of a picture of the talk.',
    examples: ['https://optics.example.org/lamps.jpg', ''],
  },
  {
    field: 'image_alt',
    header: 'Alternative text',
    help: 'What the picture shows, for those who do not see it.',
    examples: ['A lighthouse at night', ''],
  },
];

export interface TemplateOptions {
  /** True: every column, instead of those that most sheets need. */
  readonly all: boolean;
  /** True: adds example rows, marked as private so that they are never published. */
  readonly examples: boolean;
}

/** Columns of a sheet for entering talks. */
export function templateColumns({ all }: Pick<TemplateOptions, 'all'>): readonly TemplateColumn[] {
  return all ? [...COLUMNS, ...FURTHER_COLUMNS] : COLUMNS;
}

/** A sheet for entering talks: rows of cells, headers first. */
export function tableTemplate(options: TemplateOptions): string[][] {
  const columns = templateColumns(options);
  const headers = columns.map(({ header }) => header);
  if (!options.examples) return [headers];
  return [headers, columns.map((column) => column.examples[0]), columns.map((column) => column.examples[1])];
}
