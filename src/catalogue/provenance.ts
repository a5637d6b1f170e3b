/** Types of records that have provenance, in the order of a catalogue file's fields. */
export const PROVENANCE_TYPES = ['talk', 'collection', 'person', 'place', 'series', 'topic'] as const;
export type ProvenanceType = (typeof PROVENANCE_TYPES)[number];

/** What a source has to do with a record: one row for each pair of a source and a record that it has brought. */
export interface Provenance {
  readonly type: 'provenance';
  /** The name of the source. */
  readonly source: string;
  readonly of: ProvenanceType;
  /** The record's slug; the id of a place, the URI of a topic. The record itself may be gone. */
  readonly slug: string;
  /** `owns`: what the source says of the record counts. `shares`: it has the talk too, and another source owns it. */
  readonly relation: ProvenanceRelation;
  /**
   * Whether Lectern cancelled the talk because it vanished from this source, or because of words in its title or
   * speaker.
   */
  readonly cancelled: boolean;
  /** What the source calls the record, such as the UID of an event; `''` when that is not known. */
  readonly key: string;
}

export const PROVENANCE_RELATIONS = ['owns', 'shares'] as const;
type ProvenanceRelation = (typeof PROVENANCE_RELATIONS)[number];

/** Identifies a row. In a corrupt row, the values may be any text. */
export interface ProvenanceId {
  readonly source: string;
  readonly of: string;
  readonly slug: string;
}

/** Characters. PostgreSQL's index of rows takes no more than 2,700 bytes. */
export const LONGEST_SOURCE_NAME = 500;
/** Bytes of a record's identifier, for the same reason. The URI of a topic may be longer: it has no provenance then. */
export const LONGEST_OWNED_IDENTIFIER = 500;
/** Characters of a key; a longer one is kept as `''`. */
export const LONGEST_SOURCE_KEY = 1000;
