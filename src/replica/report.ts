import type { IndexState } from '#search/index/columns.ts';
import type { Contact } from './copy-folder.ts';

/** A message from the thread that follows the store to the one that answers requests. */
export type Report =
  /** A new index, and the state of the copy that belongs to it. */
  | ({
      readonly kind: 'index';
      readonly file: string;
      readonly serial: number;
      /** See sameSections: compared with the index of the report before. */
      readonly isSame: readonly boolean[];
    } & IndexState)
  /** Readers should open the copy again, so that its log can be emptied. */
  | { readonly kind: 'long log' }
  /** What is known of the store. */
  | { readonly kind: 'contact'; readonly contact: Contact };

export interface FollowerSettings {
  /** The service's time zone (an IANA name): all-day talks begin and end at its midnights. */
  readonly timeZone: string;
  readonly pollMilliseconds: number;
  /** Catalogues with fewer talks are not saved as an index: indexing them is as fast as reading it. */
  readonly savedTalks: number;
  /** The minimum time between two times that the index is saved. */
  readonly saveMilliseconds: number;
  /** How long after the start to make a quick check of the store for damage; Infinity: never. */
  readonly quickLookMilliseconds: number;
}

/** What the thread is started with. */
export interface ThreadData extends FollowerSettings {
  readonly database: string;
  readonly folder: string;
  readonly program: string;
  readonly task?: object;
}

export function isThreadData(data: unknown): data is ThreadData {
  if (typeof data !== 'object' || data === null) return false;
  return 'database' in data && 'folder' in data && 'program' in data && 'pollMilliseconds' in data;
}

/** A message from the thread that answers requests to the one that follows the store. */
export type FollowerCommand =
  /** Poll the store at once. */
  | { readonly kind: 'look' }
  /** The index with this serial number is served. */
  | { readonly kind: 'served'; readonly file: string; readonly serial: number }
  /** The copy has gone on: report its newest state. */
  | { readonly kind: 'missed' }
  /** The copy is damaged. */
  | { readonly kind: 'damaged'; readonly file: string }
  /** A damaged record of the store was met: check the store. */
  | { readonly kind: 'check' }
  /** For the thread's own program. */
  | { readonly kind: 'task'; readonly task: object }
  | { readonly kind: 'close' };
