import type { Person } from '#catalogue/person.js';
import { personDocument } from '#representations/json-ld-pages.js';
import { webAddress as linked } from './address.js';
import { listPage, type ListContent } from './list-page.js';
import { THEIRS } from './text.js';
import type { View } from './view.js';

/** The page that a speaker's `talks_page` leads to. */
export function personPage({ record: person, list, month }: ListContent<Person>, view: View): string {
  const { slug, name, bio, webAddress } = person;
  return listPage(
    {
      title: name,
      kind: view.messages.browse.group.person,
      description: bio,
      jsonLd: personDocument(view.publication, person),
      followed: {
        subject: 'person',
        title: view.messages.follow.talksBy(name),
        address: (links) => links.person(slug),
      },
      list,
      month,
      address: (links, query) => links.person(slug, query),
      filters: [{ name: 'speaker', value: slug }],
      about: (
        <>
          {bio !== '' && (
            <p class="quiet" {...THEIRS}>
              {bio}
            </p>
          )}
          {webAddress !== '' && <p dangerouslySetInnerHTML={{ __html: linked(webAddress).markup }} />}
        </>
      ),
    },
    view,
  );
}
