import type { TableField } from './table-fields.ts';

interface TemplateColumn {
  readonly field: TableField;
  /** As `table-fields.ts` recognises it. */
  readonly header: string;
  /** A cell of each example; `''` is left empty. */
  readonly examples: readonly [string, string];
}

/** Columns of a sheet for entering talks. */
const COLUMNS: readonly TemplateColumn[] = [
  { field: 'id', header: 'ID', examples: ['example-1', 'example-2'] },
  { field: 'title', header: 'Title', examples: ['How far a lamp is seen', ''] },
  {
    field: 'speakers',
    header: 'Speakers',
    examples: ['Ada Fresnel (Institute of Coastal Light)', 'Bo Marsh; Cy Weir'],
  },
  { field: 'date', header: 'Date', examples: ['2030-01-14', '2030-01-21'] },
  { field: 'time', header: 'Time', examples: ['17:00', '17:00'] },
  { field: 'end', header: 'End', examples: ['18:00', '18:30'] },
  { field: 'venue', header: 'Venue', examples: ['Keeper House', 'Keeper House'] },
  { field: 'room', header: 'Room', examples: ['Seminar room 2', ''] },
  { field: 'online', header: 'Online link', examples: ['', 'https://meet.example.org/optics'] },
  { field: 'series', header: 'Series', examples: ['Optics seminar', 'Optics seminar'] },
  { field: 'description', header: 'Abstract', examples: ['A lamp is seen from further away than most expect.', ''] },
  { field: 'url', header: 'Web page', examples: ['https://optics.example.org/lamps', ''] },
  { field: 'booking', header: 'Booking', examples: ['', 'https://optics.example.org/book'] },
  { field: 'audience', header: 'Audience', examples: ['Open to all', 'Members of the department'] },
  { field: 'status', header: 'Status', examples: ['', 'cancelled'] },
  { field: 'private', header: 'Private', examples: ['yes', 'yes'] },
];

/** Columns that most sheets do without. */
const FURTHER_COLUMNS: readonly TemplateColumn[] = [
  { field: 'end_date', header: 'End date', examples: ['', ''] },
  { field: 'time_zone', header: 'Time zone', examples: ['', 'Europe/London'] },
  { field: 'address', header: 'Address', examples: ['1 Harbour Street', ''] },
  { field: 'department', header: 'Department', examples: ['', ''] },
  { field: 'topics', header: 'Topics', examples: ['lighthouses; lenses', ''] },
  { field: 'hosts', header: 'Hosts', examples: ['', 'Di Foss'] },
  { field: 'organisers', header: 'Organisers', examples: ['', ''] },
  { field: 'contact', header: 'Contact', examples: ['optics@example.org', ''] },
  { field: 'booking_url', header: 'Booking link', examples: ['', ''] },
  { field: 'booking_email', header: 'Booking email', examples: ['', ''] },
  { field: 'cost', header: 'Cost', examples: ['Free', ''] },
  { field: 'special_message', header: 'Notice', examples: ['', ''] },
  { field: 'recording', header: 'Recording', examples: ['', ''] },
  { field: 'slides', header: 'Slides', examples: ['https://optics.example.org/lamps.pdf', ''] },
  { field: 'paper', header: 'Paper link', examples: ['', ''] },
];

export interface TemplateOptions {
  /** True: every column, instead of those that most sheets need. */
  readonly all: boolean;
  /** True: with rows that show how to fill it in. They are marked as private, so that they are never published. */
  readonly examples: boolean;
}

/** A sheet for entering talks: rows of cells, headers first. */
export function tableTemplate({ all, examples }: TemplateOptions): string[][] {
  const columns = all ? [...COLUMNS, ...FURTHER_COLUMNS] : COLUMNS;
  const headers = columns.map(({ header }) => header);
  if (!examples) return [headers];
  return [headers, columns.map((column) => column.examples[0]), columns.map((column) => column.examples[1])];
}
