import { HtmlValidate } from 'html-validate';

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended', 'html-validate:document', 'html-validate:a11y'],
  rules: {
    // Both forms are valid HTML; this one is well-formed XML too.
    'void-style': ['error', { style: 'selfclosing' }],
    // What comes from our own origin needs no hash of itself.
    'require-sri': ['error', { target: 'crossorigin' }],
    // Somebody's text decides these.
    'long-title': 'off',
    'no-trailing-whitespace': 'off',
  },
});

/** What is wrong with a page, a sentence each; none when it is valid. */
export async function htmlFaults(html: string): Promise<string[]> {
  const report = await validator.validateString(html);
  return report.results.flatMap(({ messages }) =>
    messages.map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId}: ${message}`),
  );
}
