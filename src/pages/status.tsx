import type { TalkStatus } from '#catalogue/talk.js';
import type { Messages } from './messages/en.js';

interface StatusProps {
  readonly status: TalkStatus;
  readonly messages: Messages;
}

/** Said loudly at the head of a talk's page. */
export function StatusNotice({ status, messages }: StatusProps) {
  return status === 'published' ? null : <p class={`notice ${status}`}>{messages.talk[status]}</p>;
}

/** Said shortly in a listing. */
export function StatusFlag({ status, messages }: StatusProps) {
  return status === 'published' ? null : <p class="flag">{messages.list[status]}</p>;
}
