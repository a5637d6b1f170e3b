import type { TalkDetails } from '#catalogue/talk-details.js';
import { THEIRS, Words } from './text.js';
import type { View } from './view.js';

/** Who speaks, each with what is known of them, under the title. */
export function TalkSpeakers({ details, view }: { readonly details: TalkDetails; readonly view: View }) {
  const { speakers, talk } = details;
  const { who } = view.messages.talk;
  if (speakers.length === 0 && !talk.variousSpeakers) return null;
  return (
    <dl class="speakers">
      <div>
        <dt class="unseen">{speakers.length === 1 ? who.one : who.many}</dt>
        {speakers.length === 0 && <dd>{who.various}</dd>}
        {speakers.map((person) => (
          <dd key={person.slug}>
            <a href={view.links.person(person.slug)}>
              <Words text={person.name} />
            </a>
            {person.bio !== '' && (
              <span class="bio" {...THEIRS}>
                {person.bio}
              </span>
            )}
          </dd>
        ))}
      </div>
    </dl>
  );
}
