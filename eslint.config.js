import tseslint from 'typescript-eslint';

/** What only some rooms may do, each with what to do instead. The rooms' imports are in .dependency-cruiser.mjs. */
const READS_ENVIRONMENT = {
  selector: 'MemberExpression[object.name="process"][property.name="env"]',
  message: 'Only src/cli reads the environment: add a row to src/cli/settings/settings.ts and pass the value down.',
};
const READS_CLOCK = {
  selector:
    'NewExpression[callee.name="Date"][arguments.length=0], MemberExpression[object.name="Date"][property.name="now"]',
  message: 'This room is pure: take the time as a parameter.',
};
const THROWS_DICE = {
  selector: 'MemberExpression[object.name="Math"][property.name="random"]',
  message: 'This room is pure: take the randomness as a parameter.',
};
const PRINTS = {
  selector: 'MemberExpression[object.name="process"][property.name=/^(stdout|stderr)$/]',
  message: 'Only src/cli writes to the terminal: return what is to be said, or log it with the request.',
};
const EXITS = {
  selector: 'CallExpression[callee.object.name="process"][callee.property.name="exit"]',
  message: 'Only src/cli ends the process: throw, or return a problem.',
};

export default tseslint.config(
  { ignores: ['dist/', 'coverage/', 'node_modules/', '.cache/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { project: 'tsconfig.test.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // An async function that awaits nothing keeps a promise of its contract, and throws as a rejection.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/consistent-type-exports': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
      eqeqeq: 'error',
      'no-console': 'error',
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true, named: true, defaultFrom: true } }],
      'no-restricted-globals': ['error', { name: '__dirname', message: 'Use import.meta.url.' }],
      'object-shorthand': 'error',
      'prefer-const': 'error',
      'prefer-template': 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-type-assertion': 'error',
      complexity: ['error', 14],
      'max-depth': ['error', 3],
      'max-lines': ['error', { max: 350, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 5],
      'no-restricted-syntax': ['error', READS_ENVIRONMENT, PRINTS, EXITS],
    },
  },
  {
    files: ['src/catalogue/**', 'src/representations/**', 'src/pages/**', 'src/sample/**'],
    // What runs in browsers.
    ignores: ['src/pages/script/**', 'src/pages/embed/element/**'],
    rules: {
      'no-restricted-syntax': ['error', READS_ENVIRONMENT, PRINTS, EXITS, READS_CLOCK, THROWS_DICE],
    },
  },
  { files: ['src/cli/**'], rules: { 'no-restricted-syntax': 'off' } },
  {
    files: ['src/pages/script/*.js', 'src/pages/embed/element/**/*.js'],
    languageOptions: {
      globals: Object.fromEntries(
        (
          'AbortController CSSStyleSheet CustomEvent Event HTMLElement MutationObserver ResizeObserver URL ' +
          'URLSearchParams XMLHttpRequest addEventListener clearInterval clearTimeout customElements document ' +
          'fetch getSelection history localStorage location matchMedia navigator parent requestAnimationFrame ' +
          'setInterval setTimeout window'
        )
          .split(' ')
          .map((name) => [name, 'readonly']),
      ),
    },
    rules: {
      complexity: ['error', 14],
      eqeqeq: 'error',
      'max-depth': ['error', 3],
      'max-lines': ['error', { max: 350, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
      'no-empty': 'error',
      'no-redeclare': 'error',
      'no-undef': 'error',
      'no-unused-vars': 'error',
      'no-use-before-define': 'error',
      'no-var': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['test/**/*.ts', 'bench/**/*.ts'],
    rules: {
      // node:test returns promises that its runner awaits.
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', name: ['test', 'it', 'describe', 'suite'], package: 'node:test' },
          ],
        },
      ],
    },
  },
  { files: ['bench/**'], rules: { 'no-console': 'off' } },
);
