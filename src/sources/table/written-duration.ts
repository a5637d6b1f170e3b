import { foldedHeader } from './table-fields.ts';

const UNITS: Readonly<Partial<Record<string, number>>> = { s: 1, m: 60, h: 3600 };

/**
 * Seconds of a duration as people write it: `90`, `90 min`, `1h30`, `1:30`, `1.5 hours`. A number alone is in minutes,
 * unless the header names another unit.
 */
export function durationIn(text: string, header: string): number | undefined {
  const plain = text.trim().toLowerCase().replace(',', '.');
  const [, clockHours, clockMinutes, clockSeconds = '0'] = /^(\d{1,3}):([0-5]\d)(?::([0-5]\d))?$/.exec(plain) ?? [];
  if (clockHours !== undefined) return Number(clockHours) * 3600 + Number(clockMinutes) * 60 + Number(clockSeconds);
  const [, hours, minutes] =
    /^(\d{1,3}) ?h(?:ours?|rs?)? ?(?:and )?(\d{1,2}) ?(?:m|min|mins|minutes?)?$/.exec(plain) ?? [];
  if (hours !== undefined) return Number(hours) * 3600 + Number(minutes) * 60;
  const [, amount, unit] =
    /^(\d{1,8}(?:\.\d{1,9})?) ?(s|secs?|seconds?|sekunden?|m|mins?\.?|minut\p{L}{1,3}|h|hrs?\.?|hours?|std\.?|stunden?|heures?|horas?)?$/u.exec(
      plain,
    ) ?? [];
  if (amount === undefined) return undefined;
  return Number(amount) * (unit === undefined ? unitOf(header) : (UNITS[initialOf(unit)] ?? 60));
}

/** “Stunden” (hours) begins like “seconds”. */
function initialOf(unit: string): string {
  return unit.startsWith('st') ? 'h' : unit.charAt(0);
}

function unitOf(header: string): number {
  // Keeps text in brackets: “Duration (hours)”.
  const words = foldedHeader(header.replace(/[()]/g, ' ')).split(' ');
  if (words.some((word) => /^(?:s|secs?|seconds?|sekunden)$/.test(word))) return 1;
  return words.some((word) => /^(?:h|hrs?|hours?|stunden|heures|horas)$/.test(word)) ? 3600 : 60;
}
