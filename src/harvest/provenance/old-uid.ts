import type { SourceTalk } from '#sources/source-talk.ts';
import type { Identity } from './identity.ts';

/** Lets a talk whose key has changed keep the UID that calendars have. */
export function withOldUid(talk: SourceTalk, identity: Identity): SourceTalk {
  if (talk.slug !== null || talk.uid === '' || identity.talk(talk) === identity.firstSlug(talk.key)) return talk;
  return { ...talk, uid: '', sequence: 0, unsaid: [...talk.unsaid, 'uid'] };
}
