/**
 * Types of schema.org (version 29) that are events people go to, and one that pages use though the vocabulary lacks it. Not
 * DeliveryEvent and UserInteraction, which nobody goes to.
 */
export const EVENT_TYPES: ReadonlySet<string> = new Set([
  'Event',
  'BroadcastEvent',
  'BusinessEvent',
  'ChildrensEvent',
  'ComedyEvent',
  'ConferenceEvent',
  'CourseInstance',
  'DanceEvent',
  'EducationEvent',
  'EventSeries',
  'ExhibitionEvent',
  'Festival',
  'FoodEvent',
  'Hackathon',
  'LectureEvent',
  'LiteraryEvent',
  'MusicEvent',
  'OnDemandEvent',
  'PerformingArtsEvent',
  'PublicationEvent',
  'SaleEvent',
  'ScreeningEvent',
  'SocialEvent',
  'SportsEvent',
  'TheaterEvent',
  'VisualArtsEvent',
]);

/** The last part of a term that may be written as an address: of `https://schema.org/EventCancelled`. */
export function lastPart(address: string): string {
  return address.slice(Math.max(address.lastIndexOf('/'), address.lastIndexOf(':'), address.lastIndexOf('#')) + 1);
}
