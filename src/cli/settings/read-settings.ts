import type { Problem, Result } from '#catalogue/problem.ts';
import { COMPATIBLE_SETTINGS } from './answer-settings.ts';
import { longFlag, type Flags } from './option.ts';
import { SETTINGS } from './settings.ts';
import type { Setting } from './setting.ts';
import type { SettingName, Settings } from './settings.ts';

/** Values by the name of their variable. An empty value counts as none. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Everything wrong is named at once, each with the flag or variable it came from. Only settings in `names` are looked at.
 * What neither a flag nor a variable sets is what clients of the service named by `compatible` need, else the default.
 */
export function readSettings(flags: Flags, environment: Environment, names: readonly SettingName[]): Result<Settings> {
  const problems: Problem[] = [];
  let needed: Flags = {};
  const read = <T>(name: SettingName, setting: Setting<T>): T => {
    if (!names.includes(name)) return setting.default;
    const given = givenBy(flags[name], environment, setting) ?? givenBy(needed[name], {}, setting);
    if (given === undefined) return setting.default;
    const result = setting.read(given.text, given.where);
    if (result.ok) return result.value;
    problems.push(...result.problems);
    return setting.default;
  };
  const service = read('compatible', SETTINGS.compatible);
  needed = COMPATIBLE_SETTINGS[service];
  const settings: Settings = {
    database: read('database', SETTINGS.database),
    cacheFolder: read('cacheFolder', SETTINGS.cacheFolder),
    same: read('same', SETTINGS.same),
    host: read('host', SETTINGS.host),
    port: read('port', SETTINGS.port),
    shutdownGrace: read('shutdownGrace', SETTINGS.shutdownGrace),
    baseUrl: read('baseUrl', SETTINGS.baseUrl),
    placesUrl: read('placesUrl', SETTINGS.placesUrl),
    mapsUrl: read('mapsUrl', SETTINGS.mapsUrl),
    links: read('links', SETTINGS.links),
    uidForm: read('uidForm', SETTINGS.uidForm),
    timeZone: read('timeZone', SETTINGS.timeZone),
    defaultCount: read('defaultCount', SETTINGS.defaultCount),
    maximumCount: read('maximumCount', SETTINGS.maximumCount),
    parameters: read('parameters', SETTINGS.parameters),
    alarm: read('alarm', SETTINGS.alarm),
    compatible: service,
    untitled: read('untitled', SETTINGS.untitled),
    brandName: read('brandName', SETTINGS.brandName),
    brandLogo: read('brandLogo', SETTINGS.brandLogo),
    brandColour: read('brandColour', SETTINGS.brandColour),
    brandLinks: read('brandLinks', SETTINGS.brandLinks),
    brandCss: read('brandCss', SETTINGS.brandCss),
    sources: read('sources', SETTINGS.sources),
    allowHost: read('allowHost', SETTINGS.allowHost),
    contact: read('contact', SETTINGS.contact),
    workers: read('workers', SETTINGS.workers),
    talkMemory: read('talkMemory', SETTINGS.talkMemory),
    answerMemory: read('answerMemory', SETTINGS.answerMemory),
    logLevel: read('logLevel', SETTINGS.logLevel),
  };
  if (settings.defaultCount > settings.maximumCount && !problems.some(aboutCounts))
    problems.push(countsAgainstEachOther(settings));
  return problems.length === 0 ? { ok: true, value: settings } : { ok: false, problems };
}

/** The text of a setting, and the flag or variable that it comes from; undefined when nobody gave it. */
function givenBy(
  fromFlag: unknown,
  environment: Environment,
  { flag, variable, platform }: Setting<unknown>,
): { readonly text: string; readonly where: string } | undefined {
  if (typeof fromFlag === 'string') return { text: fromFlag, where: longFlag(flag) };
  const text = environment[variable] ?? '';
  if (text !== '') return { text, where: variable };
  const fromPlatform = platform === undefined ? '' : (environment[platform.variable] ?? '');
  if (platform === undefined || fromPlatform === '' || !platform.isMeant(fromPlatform)) return undefined;
  return { text: fromPlatform, where: platform.variable };
}

function aboutCounts({ where }: Problem): boolean {
  return [SETTINGS.defaultCount, SETTINGS.maximumCount].some(
    ({ flag, variable }) => where === longFlag(flag) || where === variable,
  );
}

function countsAgainstEachOther({ defaultCount, maximumCount }: Settings): Problem {
  return {
    code: 'count-over-maximum',
    where: longFlag(SETTINGS.defaultCount.flag),
    what: `The default count ${String(defaultCount)} is more than the maximum count ${String(maximumCount)}.`,
    hint: `Lower it, or raise ${longFlag(SETTINGS.maximumCount.flag)}.`,
  };
}
