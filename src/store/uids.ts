import type { LocatedRecord } from '#catalogue/record.ts';
import { isSlug } from '#catalogue/slug.ts';
import type { ExistingRows, TalkUid } from './existing-rows.ts';

/** Which talk has which UID, so that a calendar has each once. Reads those of the store when they are first needed. */
export class Uids {
  readonly #kept: ExistingRows | undefined;
  #stored: Map<string, number> | undefined;
  /** Of the talks imported so far. */
  readonly #imported = new Map<string, number>();

  /** @param kept undefined: the stored talks do not matter */
  constructor(kept: ExistingRows | undefined) {
    this.#kept = kept;
  }

  /** To be called before `isTaken` is asked about these talks; their stored rows are known. @throws StoreUnavailable */
  async prepare(talks: readonly LocatedRecord[]): Promise<void> {
    const kept = this.#kept;
    if (kept === undefined || this.#stored !== undefined || !talks.some((talk) => isNewUid(talk, kept))) return;
    this.#stored = new Map();
    for await (const talk of kept.uids()) this.#stored.set(calendarUid(talk), talk.number);
  }

  isTaken(talk: TalkUid): boolean {
    const uid = calendarUid(talk);
    const holders = [this.#imported.get(uid), this.#stored?.get(uid)];
    return holders.some((holder) => holder !== undefined && holder !== talk.number);
  }

  take(talk: TalkUid): void {
    this.#imported.set(calendarUid(talk), talk.number);
  }
}

/** Whether a source brings a talk with a UID that is not stored; others keep theirs. */
function isNewUid({ record, sourceSequence }: LocatedRecord, kept: ExistingRows): boolean {
  if (sourceSequence === undefined || record.type !== 'talk' || record.uid === '') return false;
  return kept.talk(kept.find('talk', record.slug)?.number ?? 0)?.isWhole !== true;
}

/** OxTalks makes UIDs of slugs. */
const OF_SLUG = /^https:\/\/[^/]+\/talks\/id\/([^/]+)\/?$/;

function calendarUid({ slug, uid }: TalkUid): string {
  const named = OF_SLUG.exec(uid)?.[1] ?? uid;
  return named === '' || !isSlug(named) ? uid || slug : named;
}
