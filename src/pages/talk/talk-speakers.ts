import type { TalkDetails } from '#catalogue/talk-details.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { face } from '../frame/pictures.ts';
import type { View } from '../frame/view.ts';
import { words } from '../frame/words.ts';

/** The speakers, with their biographies, below the title. */
export function talkSpeakers({ speakers, talk }: TalkDetails, view: View): Html {
  const { links, messages } = view;
  const { who } = messages.talk;
  if (speakers.length === 0 && !talk.variousSpeakers) return NOTHING;
  const each = speakers.map(({ slug, name, bio, image }) => {
    const about = bio === '' ? NOTHING : html`<span class="bio" dir="auto" lang>${bio}</span>`;
    return html`<dd>${face(image, 'small', view)}<a href="${links.person(slug)}">${words(name)}</a>${about}</dd>`;
  });
  const all = speakers.length === 0 ? html`<dd>${who.various}</dd>` : each;
  const head = speakers.length === 1 ? who.one : who.many;
  return html`<dl class="speakers">
    <div>
      <dt class="unseen">${head}</dt>
      ${all}
    </div>
  </dl>`;
}
