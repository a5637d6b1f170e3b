/** The page of one talk. */
export const TALK = `
body.talk article > section > p { max-inline-size: var(--measure); }
`;
