import type { Person } from './person.js';
import type { Place } from './place.js';
import type { Series } from './series.js';
import type { TalkHistory } from './talk-history.js';
import type { Talk } from './talk.js';
import type { Timestamp } from './timestamp.js';
import type { Topic } from './topic.js';

/** A talk with all it refers to, people and topics in the talk's own order. */
export interface TalkDetails {
  readonly talk: Talk & { readonly updated: Timestamp };
  readonly history: TalkHistory;
  readonly series: Series | null;
  readonly venue: Place | null;
  readonly organisingDepartment: Place | null;
  readonly topics: readonly Topic[];
  readonly speakers: readonly Person[];
  readonly hosts: readonly Person[];
  readonly organisers: readonly Person[];
}
