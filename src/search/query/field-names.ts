/** What a talk embeds, in JSON. */
export const EMBEDDED_FIELDS = [
  'speakers',
  'hosts',
  'organisers',
  'various_speakers',
  'venue',
  'organising_department',
  'topics',
] as const;

/** The members of a talk in JSON, in order, and what it embeds: the values of `fields`. */
export const TALK_FIELDS = [
  '_links',
  'title',
  'title_display',
  'untitled',
  'slug',
  'start',
  'end',
  'all_day',
  'timezone',
  'formatted_date',
  'formatted_time',
  'status',
  'special_message',
  'description',
  'location_details',
  'location_summary',
  'online_url',
  'series',
  'audience',
  'booking_required',
  'booking_url',
  'booking_email',
  'cost',
  'materials',
  'image',
  'organiser_email',
  'url',
  'updated',
  ...EMBEDDED_FIELDS,
] as const;
export type TalkField = (typeof TALK_FIELDS)[number];
