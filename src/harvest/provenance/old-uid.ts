import type { SourceTalk } from '#sources/source-talk.ts';
import type { Identity } from './identity.ts';

/** A talk whose key has changed keeps the UID by which calendars know it. */
export function withOldUid(talk: SourceTalk, identity: Identity): SourceTalk {
  if (talk.slug !== null || talk.uid === '' || identity.talk(talk) === identity.firstSlug(talk.key)) return talk;
  return { ...talk, uid: '', unsaid: [...talk.unsaid, 'uid'] };
}
