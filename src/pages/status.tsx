import type { TalkStatus } from '#catalogue/talk.js';

const NOTICES: Record<Exclude<TalkStatus, 'published'>, string> = {
  cancelled: 'This talk has been cancelled.',
  preparation: 'This talk is in preparation: details may change.',
};

const FLAGS: Record<Exclude<TalkStatus, 'published'>, string> = {
  cancelled: 'Cancelled',
  preparation: 'In preparation',
};

/** Said loudly at the head of a talk's page. */
export function StatusNotice({ status }: { readonly status: TalkStatus }) {
  return status === 'published' ? null : <p class={`notice ${status}`}>{NOTICES[status]}</p>;
}

/** Said shortly in a listing. */
export function StatusFlag({ status }: { readonly status: TalkStatus }) {
  return status === 'published' ? null : <p class="flag">{FLAGS[status]}</p>;
}
