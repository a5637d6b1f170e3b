/** The search page, the home page and lists of talks in them. */
export const enSearch = {
  title: 'Talks',
  lead: 'Lectures, seminars and other events, listed for people and for programs.',
  next: 'What is on next',
  programs: 'For programs',
  programsSearch: 'A search for the talks from today on',
  programsEntry: 'The entry point, which links to everything',
  programsDocs: 'The interface explained',
};
