import type { Person } from '#catalogue/person.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { face } from '../frame/pictures.ts';
import type { View } from '../frame/view.ts';
import { theirs, words } from '../frame/words.ts';

/** Speakers shown if there are more than MAX_SHOWN; the others are folded. */
const FIRST_SHOWN = 8;
const MAX_SHOWN = 10;

/** The speakers, with their biographies, below the title. */
export function talkSpeakers({ speakers, talk }: TalkDetails, view: View): Html {
  const { who } = view.messages.talk;
  if (speakers.length === 0 && !talk.variousSpeakers) return NOTHING;
  const head = speakers.length === 1 ? who.one : who.many;
  const first = speakers.length > MAX_SHOWN ? speakers.slice(0, FIRST_SHOWN) : speakers;
  const rest = speakers.slice(first.length);
  const shown = speakers.length === 0 ? [html`<dd>${who.various}</dd>`] : first.map((one) => speaker(one, view));
  const folded = html`<details class="more-speakers">
    <summary>${who.more(rest.length)}</summary>
    ${list(
      head,
      rest.map((one) => speaker(one, view)),
    )}
  </details>`;
  return html`${list(head, shown)}${rest.length === 0 ? NOTHING : folded}`;
}

function list(head: string, all: readonly Html[]): Html {
  return html`<dl class="speakers">
    <div>
      <dt class="unseen">${head}</dt>
      ${all}
    </div>
  </dl>`;
}

function speaker({ slug, name, bio, image }: Person, view: View): Html {
  const about = bio === '' ? NOTHING : html`<span class="bio" ${theirs(bio)}>${bio}</span>`;
  return html`<dd>${face(image, 'small', view)}<a href="${view.links.person(slug)}">${words(name)}</a>${about}</dd>`;
}
