/**
 * How ChangedTalk.refs is laid out: series, venue, department, count of topics, topics, count of speakers, speakers,
 * and up to the end hosts and organisers. These are counted from where a talk's refs begin.
 */
export const SERIES_REF = 0;
export const VENUE_REF = 1;
export const DEPARTMENT_REF = 2;
export const TOPIC_COUNT = 3;
export const FIRST_TOPIC = 4;
