/**
 * The layout of ChangedTalk.refs: series, venue, department, number of topics, topics, number of speakers, speakers,
 * hosts, organisers, number of hosts. These are offsets from the first reference of a talk.
 */
export const SERIES_REF = 0;
export const VENUE_REF = 1;
export const DEPARTMENT_REF = 2;
export const TOPIC_COUNT = 3;
export const FIRST_TOPIC = 4;
