import type { LocatedProblem } from '#catalogue/problem.ts';
import type { SourceFormat, ReadOptions, ReadSetting } from '#sources/source-format.ts';
import type { SourceOptions } from './source-reading.ts';

/** Problems for settings that none of the formats uses, which would otherwise be ignored silently. */
export function unusedSettings(
  {
    mapping,
    dateOrder,
    collections,
    sheets = [],
  }: Pick<ReadOptions, 'mapping' | 'dateOrder' | 'collections' | 'sheets'>,
  formats: readonly SourceFormat[],
  byDefault: readonly ReadSetting[],
): LocatedProblem[] {
  if (formats.length === 0) return [];
  const given: readonly ReadSetting[] = [
    ...(mapping.size > 0 ? (['map'] as const) : []),
    ...(dateOrder === null ? [] : (['date-order'] as const)),
    ...(collections.length > 0 ? (['collection'] as const) : []),
    ...(sheets.length > 0 ? (['sheet'] as const) : []),
  ];
  return given
    .filter((setting) => !byDefault.includes(setting))
    .filter((setting) => !formats.some((format) => hasUseFor(format, setting, mapping)))
    .map((setting) => ({ ...unusedSetting(formats, `--${setting}`), where: '', file: `--${setting}`, line: 0 }));
}

/** The same for `--gone`: a catalogue file that is imported by hand has no source that could have lost talks. */
export function unusedGone(
  { gone, neighbours }: Pick<SourceOptions, 'gone' | 'neighbours'>,
  formats: readonly SourceFormat[],
): LocatedProblem[] {
  const isByHand = neighbours === undefined;
  if (gone === 'keep' || !isByHand || formats.length === 0 || formats.some(({ load }) => load !== null)) return [];
  const { code, what } = unusedSetting(formats, '--gone');
  const hint = 'To remove every record that the files do not contain, use --replace. Otherwise, leave --gone out.';
  return [{ code, what, hint, where: '', file: '--gone', line: 0 }];
}

export function hasUseFor(
  { settings = [], map }: SourceFormat,
  setting: ReadSetting,
  mapping: ReadOptions['mapping'],
): boolean {
  return settings.includes(setting) && (setting !== 'map' || map === undefined || map.takes(mapping));
}

/** @param setting as the operator writes it, such as `--map` */
export function unusedSetting(
  formats: readonly SourceFormat[],
  setting: string,
): { code: string; what: string; hint: string } {
  const titles = [...new Set(formats.map(({ title }) => title))];
  const hints = setting === '--map' ? [...new Set(formats.map(({ map }) => map?.hint ?? ''))].filter(Boolean) : [];
  return {
    code: 'unused-setting',
    what: `${titles.join(' and ')} ${titles.length === 1 ? 'has' : 'have'} no use for ${setting}.`,
    hint: hints.length === 1 ? `${hints.join('')}. Or leave ${setting} out.` : `Leave ${setting} out.`,
  };
}
