import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const LEVELS = new Set(['warn', 'error', 'fatal']);

/** Lists whose items are logged, and the function that returns the list, which the log call does not show. */
const PASSED_ON: Readonly<Record<string, readonly [path: string, name: string]>> = {
  warnings: ['src/cli/program.ts', 'unknownVariables'],
};

/**
 * The messages that src/ logs at level warn and above, with `…` for variable parts, and their levels. Every call of a
 * method that is named like a level counts as a log call. Throws if a message cannot be determined from the source.
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

/** The possible texts of an expression; empty if they cannot be determined. */
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
  if (ts.isCallExpression(expression)) return textsOfCall(expression, file);
  if (!ts.isIdentifier(expression)) return [];
  const declared = nodesOf(file, ts.isVariableDeclaration).filter(({ name }) => name.getText() === expression.text);
  return declared.flatMap(({ initializer, parent }) => {
    if (initializer !== undefined) return textsOf(initializer, file);
    return ts.isForOfStatement(parent.parent) ? textsOfList(parent.parent.expression, file) : [];
  });
}

function textsOfList(list: ts.Expression, file: ts.SourceFile): readonly string[] {
  if (ts.isCallExpression(list)) return textsOfCall(list, file);
  const [path, name = ''] = PASSED_ON[list.getText()] ?? [];
  return path === undefined ? [] : textsOfFunction(name, parse(path));
}

/** The texts that a function of the file, or one that the file imports, can return. */
function textsOfCall({ expression }: ts.CallExpression, file: ts.SourceFile): readonly string[] {
  const name = expression.getText();
  const imported = nodesOf(file, ts.isImportDeclaration).find(({ importClause }) =>
    new RegExp(`\\b${name}\\b`).test(importClause?.getText() ?? ''),
  );
  if (imported === undefined) return textsOfFunction(name, file);
  const from = (imported.moduleSpecifier as ts.StringLiteral).text;
  return textsOfFunction(
    name,
    parse(from.startsWith('#') ? from.replace('#', 'src/') : join(dirname(file.fileName), from)),
  );
}

function textsOfFunction(name: string, file: ts.SourceFile): readonly string[] {
  const writers = nodesOf(file, ts.isFunctionDeclaration).filter((each) => each.name?.text === name);
  return writers.flatMap((writer) => nodesOf(writer, ts.isTemplateExpression).map(withPlaceholders));
}

function withPlaceholders({ head, templateSpans }: ts.TemplateExpression): string {
  return [head.text, ...templateSpans.map(({ literal }) => literal.text)].join('…');
}

/** The nodes of a kind, without templates inside other templates, which are part of them. */
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
