import type { Person } from '#catalogue/person.ts';
import { personDocument } from '#representations/linked-data/json-ld.ts';
import type { Namesake } from '#search/names/browse.ts';
import { safeHref as linked } from '../frame/address.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { listPage, type ListContent } from './list-page.ts';
import { personName } from './person-name.ts';
import { face } from '../frame/pictures.ts';
import { shortened } from '../frame/shortened.ts';
import { theirs, words } from '../frame/words.ts';
import { insert } from '../messages.ts';
import type { View } from '../frame/view.ts';

interface PersonContent extends ListContent<Person> {
  /** Others of the same name, in case the reader was looking for one of them. */
  readonly namesakes: readonly Namesake[];
}

/** The page that a speaker's `talks_page` leads to. */
export function personPage({ record: person, list, nearest, month, namesakes }: PersonContent, view: View): string {
  const { slug, name, bio, webAddress, image } = person;
  return listPage(
    {
      title: name,
      kind: view.messages.browse.group.person,
      description: bio,
      jsonLd: personDocument(view.publication, person),
      followed: {
        subject: 'person',
        title: insert(view.messages.follow.talksBy, { name }),
        address: (links) => links.person(slug),
      },
      list,
      nearest,
      common: 'speaker',
      month,
      address: (links, query) => links.person(slug, query),
      filters: [{ name: 'speaker', value: slug }],
      about: html`${face(image, 'large', view)}${bio !== '' ? html`<p class="quiet" ${theirs(bio)}>${bio}</p>` : NOTHING}
      ${webAddress !== '' ? html`<p>${linked(webAddress)}</p>` : NOTHING}
      ${namesakes.length > 0 ? namesakeList(namesakes, view) : NOTHING}`,
    },
    view,
  );
}

/** Maximum bytes of a name. */
const LONGEST_NAME = 200;

function namesakeList(namesakes: readonly Namesake[], view: View): Html {
  return html`<p class="quiet namesakes">${view.messages.browse.group.namesakes}</p>
    <ul class="choices">
      ${namesakes.map(
        ({ key, name, affiliation }) =>
          html`<li>
            <a href="${view.links.person(key)}">${words(shortened(personName(name, affiliation), LONGEST_NAME))}</a>
          </li>`,
      )}
    </ul>`;
}
