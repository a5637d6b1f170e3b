import type { Person } from '#catalogue/person.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { venueLocation } from '#catalogue/venue-location.ts';
import { emailAddress } from '../frame/address.ts';
import { fact, listed } from '../frame/facts.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import type { TalkContent } from './talk-content.ts';
import type { View } from '../frame/view.ts';
import { theirs, words } from '../frame/words.ts';
import { titleHtml } from '../prose/title.ts';

type Content = Pick<TalkContent, 'details' | 'departmentsAbove'>;

/** Further facts about a talk, which most visitors do not need. */
export function talkFacts(content: Content, view: View): Html {
  const { talk, hosts, organisers } = content.details;
  const { messages } = view;
  const all = [
    access(content.details, view),
    inSeries(content, view),
    organisedBy(content, view),
    people(messages.talk.hosts(hosts.length), hosts, view),
    people(messages.talk.organisers(organisers.length), organisers, view),
    talk.organiserEmail === '' ? NOTHING : fact(messages.talk.contact, emailAddress(talk.organiserEmail)),
    onTopics(content, view),
  ].filter((one) => one !== NOTHING);
  return all.length === 0 ? NOTHING : html`<dl class="facts">${all}</dl>`;
}

function access({ venue, venuesAbove }: TalkDetails, { messages: { talk } }: View): Html {
  if (venue === null) return NOTHING;
  const { accessibility } = venueLocation(venue, venuesAbove);
  const known = html`<span class="lines" ${theirs(accessibility)}>${accessibility}</span>`;
  return fact(talk.access, accessibility === '' ? html`<span class="quiet">${talk.accessUnknown}</span>` : known);
}

function inSeries({ details: { series } }: Content, { links, messages: { talk } }: View): Html {
  if (series === null) return NOTHING;
  return fact(
    talk.series,
    html`<a href="${links.series(series.slug)}" ${theirs(series.title)}>${titleHtml(series.title)}</a>`,
  );
}

function organisedBy({ details, departmentsAbove }: Content, { links, messages: { talk } }: View): Html {
  const { organisingDepartment: department } = details;
  if (department === null) return NOTHING;
  const link = html`<a href="${links.department(department.id)}">${words(department.name)}</a>`;
  if (departmentsAbove.length === 0) return fact(talk.organisedBy, link);
  const above = departmentsAbove.toReversed().map(({ name }) => html`<span>, ${words(name)}</span>`);
  return fact(talk.organisedBy, html`${link}<span class="quiet">${above}</span>`);
}

function people(name: string, all: readonly Person[], { links }: View): Html {
  if (all.length === 0) return NOTHING;
  const each = all.map((person) => {
    const about = person.bio === '' ? NOTHING : html`<span class="quiet">, ${words(person.bio)}</span>`;
    return html`<div><a href="${links.person(person.slug)}">${words(person.name)}</a>${about}</div>`;
  });
  return fact(name, each);
}

function onTopics({ details: { topics } }: Content, { links, messages: { talk } }: View): Html {
  if (topics.length === 0) return NOTHING;
  const each = topics.map(({ uri, label }) => html`<a href="${links.topic(uri)}">${words(label)}</a>`);
  return fact(talk.topics, listed(each));
}
