import type { Topic } from '#catalogue/topic.ts';
import { topicDocument } from '#representations/linked-data/json-ld.ts';
import { queryString } from '#representations/links/links.ts';
import { safeHref } from '../frame/address.ts';
import { html } from '../frame/html.ts';
import { listPage, type ListContent } from './list-page.ts';
import { insert } from '../messages.ts';
import type { View } from '../frame/view.ts';

/** The page of a topic: its talks, and a link to an explanation of its subject heading. */
export function topicPage({ record: topic, list, nearest, month }: ListContent<Topic>, view: View): string {
  const { uri, label } = topic;
  return listPage(
    {
      title: label,
      kind: view.messages.browse.group.topic,
      description: '',
      jsonLd: topicDocument(view.publication, topic),
      followed: {
        subject: 'topic',
        title: insert(view.messages.follow.talksOn, { topic: label }),
        address: (links) => links.topic,
        query: queryString([{ name: 'uri', value: uri }]),
      },
      list,
      nearest,
      month,
      address: (links, query) => links.topic(uri, query),
      filters: [{ name: 'topic', value: uri }],
      about: html`<p class="quiet">${safeHref(uri, view.messages.browse.group.subject)}</p>`,
    },
    view,
  );
}
