import { sharedText } from '../shared-text.ts';
import { listOf, optionalText, stringText } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';
import { firstText } from '../first-text.ts';
import type { SourceSeries } from '../source-talk.ts';
import { inPath, asWebAddress } from '../web-address.ts';

export interface ResearchSeries {
  readonly series: SourceSeries;
  /** Deleted, not approved yet, unlisted or private. */
  readonly isHidden: boolean;
}

/** @param row of the table `seminars`: a recurring seminar, or a conference */
export function researchSeries(row: JsonObject, site: string): ResearchSeries {
  const key = stringText(row.shortname);
  const visibility = Number(stringText(row.visibility) || PUBLIC);
  return {
    series: {
      key,
      title: sharedText(stringText(row.name)).trim() || key,
      description: sharedText(firstText(optionalText(row.description), optionalText(row.comments))),
      occurrence: sharedText(meetings(row)),
      webAddress: asWebAddress(sharedText(stringText(row.homepage))) || `${site}/seminar/${inPath(key)}`,
    },
    isHidden: row.deleted === true || row.display === false || visibility < PUBLIC,
  };
}

/** `visibility` of a listed series. */
const PUBLIC = 2;

const DAYS = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays'];

/** “Mondays 15:00-16:00 (America/New_York)”. Each time slot has a weekday; 0 is Monday. */
function meetings({ weekdays, time_slots: slots, timezone }: JsonObject): string | undefined {
  if (!Array.isArray(slots)) return undefined;
  const days = listOf(weekdays);
  const times = listOf(slots).flatMap((slot, index) => {
    const day = DAYS[Number(days[index])];
    return day === undefined || stringText(slot) === '' ? [] : [`${day} ${stringText(slot)}`];
  });
  const zone = stringText(timezone);
  return times.length === 0 ? '' : `${times.join(', ')}${zone === '' ? '' : ` (${zone})`}`;
}
