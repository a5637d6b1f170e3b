import { CONFIG_KEYS } from '#cli/settings/config-file.ts';
import { isList } from '#cli/settings/setting.ts';
import { SETTINGS } from '#cli/settings/settings.ts';
import type { SettingName } from '#cli/settings/settings.ts';
import { SOURCES_SCHEMA } from '#harvest/sync/sources-schema.ts';

type Schema = Readonly<Record<string, unknown>>;

/** JSON Schema of the configuration file (draft 7, for editors). deploy/lectern.schema.json is a copy of it. */
export function configSchema(): Schema {
  const { defaults, sources } = SOURCES_SCHEMA.properties;
  return {
    $schema: SOURCES_SCHEMA.$schema,
    title: 'Lectern configuration file',
    description: 'The settings of lectern, and the sources of its talks.',
    type: 'object',
    additionalProperties: false,
    properties: {
      ...Object.fromEntries([...CONFIG_KEYS].map(([key, name]) => [key, settingSchema(name)])),
      defaults,
      sources: { oneOf: [settingSchema('sources'), sources] },
    },
  };
}

function settingSchema(name: SettingName): Schema {
  const { description, read, defaultText, default: value } = SETTINGS[name];
  const accepts: Schema = read.accepts ?? { type: isList(SETTINGS[name]) ? ['string', 'array'] : 'string' };
  const isShown = typeof value === 'string' || typeof value === 'number';
  return {
    ...accepts,
    description: isShown ? description : `${description} Default: ${defaultText}.`,
    ...(isShown ? { default: value } : {}),
    ...(isList(SETTINGS[name]) ? { items: { type: 'string' } } : {}),
  };
}
