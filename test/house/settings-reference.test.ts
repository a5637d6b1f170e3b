import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { COMPATIBLE_SETTINGS } from '#cli/settings/answer-settings.ts';
import { EXIT_STATUS } from '#cli/exit-status.ts';
import { SETTING_GROUPS } from '#cli/settings/setting.ts';
import { SETTING_NAMES, SETTINGS } from '#cli/settings/settings.ts';
import { allVerbs } from '#cli/verbs/verbs.ts';
import { definitionsUnder, headings, tableUnder } from '../support/docs/markdown-table.ts';

describe('docs/reference/settings.md', () => {
  for (const group of SETTING_GROUPS) {
    it(`lists the same settings under “${group}” as the code`, async () => {
      const rows = SETTING_NAMES.map((name) => SETTINGS[name])
        .filter((setting) => setting.group === group)
        .map(({ flag, variable, defaultText, description }) => [flag, variable, `default ${defaultText}`, description]);
      assert.deepEqual(await definitionsUnder('docs/reference/settings.md', group), rows);
    });
  }

  it('has a heading for every setting', () => {
    const groups: readonly string[] = SETTING_GROUPS;
    assert.deepEqual([...SETTING_NAMES].sort(), Object.keys(SETTINGS).sort());
    assert.deepEqual(
      SETTING_NAMES.filter((name) => !groups.includes(SETTINGS[name].group)),
      [],
    );
  });
});

describe('docs/how-to/move-from-oxtalks.md', () => {
  it('lists the settings that --compatible oxtalks sets', async () => {
    const rows = await tableUnder('docs/how-to/move-from-oxtalks.md', 'Move from OxTalks');
    const set: Readonly<Record<string, string>> = COMPATIBLE_SETTINGS.oxtalks;
    const expected = SETTING_NAMES.flatMap((name) => {
      const value = set[name];
      return value === undefined ? [] : [`${SETTINGS[name].flag.replace(/ .*/, '')} ${value}`];
    });
    assert.deepEqual(rows.map(([setting = '']) => setting.replaceAll("'", '')).toSorted(), expected.toSorted());
  });
});

describe('docs/reference/command-line.md', async () => {
  const page = 'docs/reference/command-line.md';
  const verbs = await allVerbs();

  it('lists the same verbs as the code', async () => {
    assert.deepEqual(
      await tableUnder(page, 'Verbs'),
      verbs.map((verb) => [['lectern', verb.name, ...Object.keys(verb.arguments)].join(' '), verb.summary]),
    );
    const sections = (await headings(page, 2)).filter((heading) =>
      verbs.some(({ name }) => `lectern ${name}` === heading),
    );
    assert.deepEqual(
      sections,
      verbs.map(({ name }) => `lectern ${name}`),
    );
  });

  for (const verb of verbs) {
    it(`lists the same options of lectern ${verb.name} as the code`, async () => {
      const rows = verb.options.map((option) => [
        option.flag,
        'defaultText' in option ? `default ${option.defaultText}` : 'off',
        option.description,
      ]);
      if (rows.length > 0) assert.deepEqual(await definitionsUnder(page, `lectern ${verb.name}`), rows);
      else await assert.rejects(definitionsUnder(page, `lectern ${verb.name}`), /has no list/);
    });
  }

  it('lists the same exit statuses as the code', async () => {
    const rows = Object.values(EXIT_STATUS).map(({ status, meaning }) => [String(status), meaning]);
    assert.deepEqual(await tableUnder(page, 'Exit status'), rows);
  });
});
