import { subscriptions } from '#representations/links/calendar-services.ts';
import { absoluteLinks, pathLinks } from '#representations/links/links.ts';
import { html, type Html } from '../frame/html.ts';
import type { Messages } from '../messages.ts';
import type { Followed } from './subscribe.ts';
import type { View } from '../frame/view.ts';

/** Addresses to follow a list of talks at; with a very long query there is only room for the first two. */
interface FollowAddresses {
  /** Absolute address of its calendar. */
  readonly calendar: string;
  readonly webcal: string;
  readonly google?: string;
  readonly outlook?: string;
  readonly office?: string;
  /** Address of its Atom feed. */
  readonly feed?: string | undefined;
}

/** A button that opens a menu of ways to follow a list of talks; it needs no script. */
export function followMenu(to: FollowAddresses, text: string, { follow }: Messages): Html {
  const ways: readonly (readonly [href: string | undefined, label: string])[] = [
    [to.webcal, follow.apple],
    [to.google, follow.google],
    [to.outlook, follow.outlook],
    [to.office, follow.office],
    [to.feed, follow.reader],
  ];
  const links = ways.flatMap(([href, label]) =>
    href === undefined ? [] : [html`<li><a href="${href}">${label}</a></li>`],
  );
  return html`<details class="follow">
    <summary class="button">${follow.title}</summary>
    <div class="follow-menu">
      <p class="quiet">${text}</p>
      <ul>
        ${links}
      </ul>
      <div class="follow-address">
        <label
          >${follow.address} <input type="url" readonly value="${to.calendar}" dir="ltr" autocomplete="off"
        /></label>
        <button type="button" data-copy data-copied="${follow.copied}">${follow.copy}</button>
        <p class="quiet" role="status"></p>
      </div>
    </div>
  </details>`;
}

interface FollowProps {
  readonly list: Followed;
  readonly view: View;
  /** The explanation in the menu; a general one by default. */
  readonly text?: string;
  /** Whether there is only room for calendars. */
  readonly isBrief?: boolean;
}

/** The menu to follow a list of talks. */
export function follow({ list, view, text = view.messages.follow.text, isBrief = false }: FollowProps): Html {
  const { publication, messages } = view;
  const { title, address, query = '' } = list;
  const calendar = `${address(absoluteLinks(publication))}.ics${query}`;
  const feed = isBrief ? undefined : `${address(pathLinks(publication))}.atom${query}`;
  return followMenu({ calendar, ...subscriptions(calendar, title), feed }, text, messages);
}
