import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';

// What the console says to people, each text once, so that a change of words is read in one place.

const sources = path.resolve(import.meta.dirname, '../../console/src');

interface Node {
  type: string;
  [field: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** Attributes, calls and types whose texts are for the browser. */
const unread =
  /^(?:class\w*|\w+Class|d|viewBox|transform|style|autoComplete|rel|key|preserveAspectRatio|sizes|allow)$/;
/** Words, not the name of a thing in the code. */
const isSaid = (text: string) =>
  /\p{L}.*\s|\s.*\p{L}|^\p{Lu}\p{Ll}/u.test(text) && !/^[a-z][\w-]*:\s|^[.#@[]/.test(text);

/** The text of a literal or template, with {…} for values. */
function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('{…}');
}

/** The text between the tags of an element, with <…> for elements. */
const contentOf = (children: Node[]): string =>
  children
    .map((child) => {
      if (child.type === 'JSXText') return String(child.value);
      if (child.type === 'JSXExpressionContainer')
        return (
          textOf(child.expression as Node) ??
          ((child.expression as Node).type === 'JSXEmptyExpression' ? '' : '{…}')
        );
      return '<…>';
    })
    .join('')
    .replace(/\s+/g, ' ')
    .trim();

function* saidIn(node: Node): Generator<string> {
  if (/^TS|^Import|^Export(?:All|Named)/.test(node.type) && !('declaration' in node && node.declaration))
    return;
  if (node.type === 'JSXAttribute' && unread.test(String((node.name as { name: unknown }).name))) return;
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
    const children = node.children as Node[];
    const content = contentOf(children);
    if (/\p{L}/u.test(content.replace(/\{…\}|<…>/g, ''))) yield content;
    const rest = children.filter(
      (child) =>
        child.type !== 'JSXText' &&
        !(child.type === 'JSXExpressionContainer' && textOf(child.expression as Node) !== undefined),
    );
    for (const child of [node.openingElement as Node, ...rest].filter(isNode)) yield* saidIn(child);
    return;
  }
  const text = textOf(node);
  if (text !== undefined && isSaid(text)) yield text.replace(/\s+/g, ' ').trim();
  for (const child of childrenOf(node)) yield* saidIn(child);
}

test('what the console says is what has been read', async () => {
  const said = new Set<string>();
  const files = globSync('**/*.{ts,tsx}', { cwd: sources }).toSorted();
  const parts = files.flatMap((file) => {
    const lang = file.endsWith('x') ? 'tsx' : 'ts';
    const program = parseAst(readFileSync(path.join(sources, file), 'utf8'), { lang });
    const texts = [...new Set(saidIn(program as unknown as Node))].filter((text) => !said.has(text));
    for (const text of texts) said.add(text);
    return texts.length > 0 ? [`# ${file}\n\n${texts.join('\n')}\n`] : [];
  });
  await expect(parts.join('\n')).toMatchFileSnapshot('../fixtures/console-strings.txt');
});
