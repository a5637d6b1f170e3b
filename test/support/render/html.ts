import { HtmlValidate } from 'html-validate';

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended', 'html-validate:document', 'html-validate:a11y'],
  rules: {
    // Both forms are valid HTML, but only this one is well-formed XML too.
    'void-style': ['error', { style: 'selfclosing' }],
    // Files from our own origin need no integrity hash.
    'require-sri': ['error', { target: 'crossorigin' }],
    // Depends on the titles of the talks.
    'long-title': 'off',
    'no-trailing-whitespace': 'off',
  },
});

/** The errors in a page; empty if it is valid. */
export async function htmlFaults(html: string): Promise<string[]> {
  const report = await validator.validateString(html);
  return report.results.flatMap(({ messages }) =>
    messages.map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId}: ${message}`),
  );
}
