import { BoundedMap } from '../../lib/bounded-map.ts';

// A part of JSONPath (RFC 9535): $.name, ['name'], [0], [-1], [*], .*, [?@.name=='text']. No recursion, no functions.

/** The longest path, in characters. */
export const longestJsonPath = 200;
const mostSteps = 10;
/** How many values of a body one path looks at, at most: what senders send is hostile. */
const mostValues = 1000;

type Step =
  | { name: string }
  | { index: number }
  | { isAll: true }
  | { where: readonly string[]; equals: string };

const name = String.raw`[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*`;
const quoted = String.raw`'((?:[^'\\]|\\['\\])*)'`;
const nextStep = new RegExp(
  String.raw`\.(${name})|(\.\*|\[\*\])|\[(-?\d{1,6})\]|\[${quoted}\]|\[\?@((?:\.${name})+) *== *${quoted}\]`,
  'y',
);

const unquoted = (text: string): string => text.replace(/\\(['\\])/g, '$1');

function stepOf([, short, all, index, member, where, equals]: RegExpExecArray): Step {
  if (short !== undefined) return { name: short };
  if (all !== undefined) return { isAll: true };
  if (index !== undefined) return { index: Number(index) };
  if (member !== undefined) return { name: unquoted(member) };
  return { where: (where ?? '').split('.').slice(1), equals: unquoted(equals ?? '') };
}

function parse(path: string): readonly Step[] | undefined {
  if (!path.startsWith('$') || path.length > longestJsonPath) return undefined;
  const steps: Step[] = [];
  nextStep.lastIndex = 1;
  while (nextStep.lastIndex < path.length) {
    const found = nextStep.exec(path);
    if (!found || steps.length === mostSteps) return undefined;
    steps.push(stepOf(found));
  }
  return steps;
}

const known = new BoundedMap<string, readonly Step[] | undefined>(500);

function stepsOf(path: string): readonly Step[] | undefined {
  if (!known.has(path)) known.set(path, parse(path));
  return known.get(path);
}

/** Whether a text is a path of the part of JSONPath that mappings have. */
export const isJsonPath = (path: string): boolean => parse(path) !== undefined;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A member of its own: `__proto__` and `constructor` lead nowhere. */
const member = (value: unknown, key: string): unknown =>
  isObject(value) && !Array.isArray(value) && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;

const childrenOf = (value: unknown): unknown[] => (isObject(value) ? Object.values(value) : []);

function follow(value: unknown, step: Step): unknown[] {
  if ('name' in step) return [member(value, step.name)];
  if ('index' in step) return Array.isArray(value) ? [value.at(step.index)] : [];
  if ('isAll' in step) return childrenOf(value).slice(0, mostValues);
  return childrenOf(value)
    .slice(0, mostValues)
    .filter((child) => step.where.reduce<unknown>(member, child) === step.equals);
}

/** The values at a path, in order. None for a path that is malformed. */
export function valuesAt(root: unknown, path: string): unknown[] {
  let values = [root];
  for (const step of stepsOf(path) ?? [{ name: '' }]) {
    const next: unknown[] = [];
    for (const value of values) {
      for (const child of follow(value, step)) if (child !== undefined) next.push(child);
      if (next.length >= mostValues) break;
    }
    values = next.slice(0, mostValues);
  }
  return values;
}
