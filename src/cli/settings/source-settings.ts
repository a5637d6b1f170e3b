import { filePath } from './setting-values.ts';
import { setting } from './setting.ts';
import { contactAddress, hostList } from './source-values.ts';

/** The settings that say where talks come from, and what of them is trusted. */
export const SOURCE_SETTINGS = {
  sources: setting<string | null>({
    flag: '--sources <path>',
    variable: 'LECTERN_SOURCES',
    default: null,
    defaultText: 'none',
    group: 'Sources',
    description: 'The sources file: where talks come from, and how often they are brought in.',
    read: filePath,
  }),
  same: setting<string | null>({
    flag: '--same <path>',
    variable: 'LECTERN_SAME',
    default: null,
    defaultText: 'none',
    group: 'Sources',
    description: 'A file that says which talks, people, series, places and topics are the same, a pair a line.',
    read: filePath,
  }),
  allowHost: setting<ReadonlySet<string>>({
    flag: '--allow-host <hosts>',
    variable: 'LECTERN_ALLOW_HOSTS',
    default: new Set(),
    defaultText: 'none',
    group: 'Sources',
    description: 'Hosts inside the network that sources may be read from: names or addresses with commas between.',
    read: hostList,
  }),
  contact: setting<string | null>({
    flag: '--contact <address>',
    variable: 'LECTERN_CONTACT',
    default: null,
    defaultText: 'none',
    group: 'Sources',
    description: 'Mail or web address that is told to whoever runs a source, in the User-Agent of requests.',
    read: contactAddress,
  }),
};
