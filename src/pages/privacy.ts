import type { PrivacyRules } from './frame/brand.ts';
import { html, NOTHING, type Html } from './frame/html.ts';
import { htmlDocument } from './frame/layout.ts';
import type { View } from './frame/view.ts';
import { helpSection } from './help.ts';
import { insert } from './messages.ts';

/** The privacy page: what is stored and logged about readers and speakers, and whom to ask. */
export function privacyPage(view: View): string {
  const { privacy } = view.messages;
  const { log } = view.brand.privacy;
  return htmlDocument(view, {
    title: privacy.title,
    current: 'privacy',
    kind: 'reading',
    canonical: (links) => links.privacy,
    content: html`<h1>${privacy.title}</h1>
      ${own(view)} ${helpSection(privacy.readers)} ${helpSection({ title: privacy.log.title, text: privacy.log[log] })}
      ${helpSection(privacy.people)} ${helpSection(privacy.rights)} ${contact(view)}`,
  });
}

function own({ brand, messages }: View): Html {
  const { address } = brand.privacy;
  if (address === null) return NOTHING;
  const { own, ownLink } = messages.privacy;
  const { name } = brand;
  return html`<p>${insert(own, { name })} <a href="${address}">${insert(ownLink, { name })}</a></p>`;
}

function contact({ brand, messages }: View): Html {
  const { title, text, none } = messages.privacy.contact;
  const { contact: whom } = brand.privacy;
  if (whom === null) return helpSection({ title, text: none });
  return helpSection({ title, text }, html`<p><a href="${contactLink(whom)}">${whom.replace(/^mailto:/, '')}</a></p>`);
}

function contactLink(contact: NonNullable<PrivacyRules['contact']>): string {
  return /^(?:https?|mailto):/i.test(contact)
    ? contact
    : contact.includes('@')
      ? `mailto:${contact}`
      : `https://${contact}`;
}
