import { type Plugin, RolldownMagicString } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';

interface Node {
  type: string;
  start: number;
  end: number;
  [member: string]: unknown;
}

/** All nodes of a syntax tree, each before those within it. */
function* nodesIn(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value) yield value as Node;
  for (const member of Object.values(value)) yield* nodesIn(member);
}

/** A source without what its schemas say for documents: `described(schema, text)`, and `z.meta` and `z.describe` in `check`. */
export function undescribed(code: string): RolldownMagicString {
  const text = new RolldownMagicString(code);
  const nameOf = ({ callee }: Node) => {
    const { start, end } = callee as Node;
    return code.slice(start, end);
  };
  const isText = (node: Node) => node.type === 'CallExpression' && /^z\.(meta|describe)$/.test(nameOf(node));
  for (const node of nodesIn(parseAst(code, { lang: 'ts' }))) {
    if (node.type !== 'CallExpression') continue;
    const given = node.arguments as Node[];
    const [first, second] = given;
    if (first && second && nameOf(node) === 'described') {
      text.update(node.start, first.start, '(');
      text.update(first.end, node.end, ')');
    }
    const { type, property } = node.callee as Node & { property?: { name: string; start: number } };
    if (type !== 'MemberExpression' || property?.name !== 'check' || !given.some(isText)) continue;
    const kept = given.filter((one) => !isText(one));
    // From the dot: a parenthesis that closes stands before it.
    if (kept.length === 0) text.remove(code.lastIndexOf('.', property.start), node.end);
    // What follows an argument goes with it, up to the next one.
    for (const [at, one] of kept.length === 0 ? [] : given.entries())
      if (isText(one)) text.remove(one.start, given[at + 1]?.start ?? node.end - 1);
  }
  return text;
}

/** The parts of src/vocabulary/ whose words documents have: descriptions and examples of facts and figures. */
export const documentedWords = /\/src\/vocabulary\/(?:visit-facts|measures)\.ts$/;

/** One of those without descriptions and examples. */
export function undocumented(code: string): RolldownMagicString {
  const text = new RolldownMagicString(code);
  for (const node of nodesIn(parseAst(code, { lang: 'ts' }))) {
    const { key, value, type, start, end } = node as Node & { key: { name: string }; value: Node };
    if (type !== 'Property' || value.type !== 'Literal' || !/^(?:description|example)$/.test(key.name))
      continue;
    text.remove(start, end + (/^,\s*/.exec(code.slice(end))?.[0].length ?? 0));
  }
  return text;
}

/**
 * Builds the Worker without the texts that only documents have: the OpenAPI document, and what models read of tools. Both are
 * files of public/.
 */
export const withoutTexts: Plugin = {
  name: 'without-texts',
  transform: {
    filter: { id: /\/src\/.*\.ts$/, code: /\bdescribed\(|\bz\.(?:meta|describe)\(|\bdescription: / },
    handler: (code, id) => {
      const text = documentedWords.test(id) ? undocumented(code) : undescribed(code);
      return { code: text.toString(), map: text.generateMap({ hires: true }).toString() };
    },
  },
};
