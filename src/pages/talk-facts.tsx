import type { Person } from '#catalogue/person.js';
import { EmailAddress } from './address.js';
import { Fact, Facts, Listed } from './facts.js';
import type { TalkContent } from './talk-content.js';
import { THEIRS, Words } from './text.js';
import type { View } from './view.js';

interface TalkFactsProps {
  readonly content: Pick<TalkContent, 'details' | 'departmentsAbove' | 'accessibility'>;
  readonly view: View;
}

/** What else there is to know of a talk: nothing that most need to come. */
export function TalkFacts({ content, view }: TalkFactsProps) {
  const { details, departmentsAbove, accessibility } = content;
  const { talk, series, organisingDepartment: department, topics, venue } = details;
  const { links, messages } = view;
  const isBare = [series, department, venue].every((one) => one === null) && topics.length === 0;
  if (isBare && details.hosts.length + details.organisers.length === 0 && talk.organiserEmail === '') return null;
  return (
    <Facts>
      {venue !== null && (
        <Fact name={messages.talk.access}>
          {accessibility === '' ? (
            <span class="quiet">{messages.talk.accessUnknown}</span>
          ) : (
            <span class="lines" {...THEIRS}>
              {accessibility}
            </span>
          )}
        </Fact>
      )}
      {series !== null && (
        <Fact name={messages.talk.series}>
          <a href={links.series(series.slug)} {...THEIRS}>
            {series.title}
          </a>
        </Fact>
      )}
      {department !== null && (
        <Fact name={messages.talk.organisedBy}>
          <a href={links.department(department.id)}>
            <Words text={department.name} />
          </a>
          {departmentsAbove.length > 0 && (
            <span class="quiet">
              {departmentsAbove.toReversed().map(({ key, name }) => (
                <span key={key}>
                  {', '}
                  <Words text={name} />
                </span>
              ))}
            </span>
          )}
        </Fact>
      )}
      <People name={messages.talk.hosts(details.hosts.length)} people={details.hosts} view={view} />
      <People name={messages.talk.organisers(details.organisers.length)} people={details.organisers} view={view} />
      {talk.organiserEmail !== '' && (
        <Fact name={messages.talk.contact}>
          <EmailAddress address={talk.organiserEmail} />
        </Fact>
      )}
      {topics.length > 0 && (
        <Fact name={messages.talk.topics}>
          <Listed>
            {topics.map(({ uri, label }) => [
              uri,
              <a key={uri} href={links.topic(uri)}>
                <Words text={label} />
              </a>,
            ])}
          </Listed>
        </Fact>
      )}
    </Facts>
  );
}

interface PeopleProps {
  readonly name: string;
  readonly people: readonly Person[];
  readonly view: View;
}

function People({ name, people, view }: PeopleProps) {
  if (people.length === 0) return null;
  return (
    <Fact name={name}>
      {people.map((person) => (
        <div key={person.slug}>
          <a href={view.links.person(person.slug)}>
            <Words text={person.name} />
          </a>
          {person.bio !== '' && (
            <span class="quiet">
              {', '}
              <Words text={person.bio} />
            </span>
          )}
        </div>
      ))}
    </Fact>
  );
}
