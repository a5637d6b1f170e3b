import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

const LEVELS = new Set(['warn', 'error', 'fatal']);

/** Functions whose results are logged one by one, and their files: a scan of one file does not see what they return. */
const WRITTEN_ELSEWHERE: Readonly<Record<string, readonly [path: string, name: string]>> = {
  warnings: ['src/cli/settings/unknown-variables.ts', 'unknownVariables'],
  addressWarnings: ['src/cli/reports/address-report.ts', 'addressWarnings'],
};

/**
 * The messages that src/ logs at the levels from warn up, with `…` for what differs each time, and their levels. Every
 * call of a method with such a name is taken for one of the log's. Throws where a message cannot be read from the source.
 */
export function logLines(): ReadonlyMap<string, readonly string[]> {
  const lines = new Map<string, Set<string>>();
  for (const path of globSync('src/**/*.ts')) {
    const text = readFileSync(path, 'utf8');
    if (!/\blog\b/i.test(text)) continue;
    for (const { level, message } of linesOf(parse(path, text)))
      lines.set(message, (lines.get(message) ?? new Set()).add(level));
  }
  return new Map([...lines].map(([message, levels]) => [message, [...levels].sort()]));
}

function parse(path: string, text = readFileSync(path, 'utf8')): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}

function linesOf(file: ts.SourceFile): { level: string; message: string }[] {
  return nodesOf(file, ts.isCallExpression).flatMap(({ expression, arguments: given }) => {
    if (ts.isElementAccessExpression(expression) && /log$/i.test(expression.expression.getText()))
      throw new Error(`${file.fileName}: name the level of the log line: ${expression.getText()}`);
    if (!ts.isPropertyAccessExpression(expression) || !LEVELS.has(expression.name.text)) return [];
    const message = given[1] ?? given[0];
    const found = message === undefined ? [] : textsOf(message, file);
    if (found.length === 0)
      throw new Error(`${file.fileName}: write the message where it is logged: ${expression.parent.getText()}`);
    return found.map((text) => ({ level: expression.name.text, message: text }));
  });
}

/** What an expression can be; nothing where that cannot be seen. */
function textsOf(expression: ts.Expression, file: ts.SourceFile): readonly string[] {
  if (ts.isStringLiteralLike(expression)) return [expression.text];
  if (ts.isTemplateExpression(expression)) return [withPlaceholders(expression)];
  if (ts.isConditionalExpression(expression))
    return [...textsOf(expression.whenTrue, file), ...textsOf(expression.whenFalse, file)];
  if (ts.isPropertyAccessExpression(expression)) {
    const { text: name } = expression.name;
    const members = nodesOf(file, ts.isPropertyAssignment).filter((member) => member.name.getText() === name);
    return members.flatMap(({ initializer }) => textsOf(initializer, file));
  }
  if (!ts.isIdentifier(expression)) return [];
  const declared = nodesOf(file, ts.isVariableDeclaration).filter(({ name }) => name.getText() === expression.text);
  return declared.flatMap(({ initializer, parent }) => {
    if (initializer !== undefined) return textsOf(initializer, file);
    return ts.isForOfStatement(parent.parent) ? textsElsewhere(parent.parent.expression) : [];
  });
}

function textsElsewhere(list: ts.Expression): readonly string[] {
  const [path, name] = WRITTEN_ELSEWHERE[(ts.isCallExpression(list) ? list.expression : list).getText()] ?? [];
  if (path === undefined) return [];
  const [writer] = nodesOf(parse(path), ts.isFunctionDeclaration).filter((each) => each.name?.text === name);
  return writer === undefined ? [] : nodesOf(writer, ts.isTemplateExpression).map(withPlaceholders);
}

function withPlaceholders({ head, templateSpans }: ts.TemplateExpression): string {
  return [head.text, ...templateSpans.map(({ literal }) => literal.text)].join('…');
}

/** The outermost nodes of a kind: a template in a template is a part of it. */
function nodesOf<T extends ts.Node>(root: ts.Node, isWanted: (node: ts.Node) => node is T): T[] {
  const found: T[] = [];
  const visit = (node: ts.Node): void => {
    if (isWanted(node)) {
      found.push(node);
      if (ts.isTemplateExpression(node)) return;
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(root, visit);
  return found;
}
