import type { Source } from '@footfall/client';

/** What a mapping finds in a body. */
export type MappedField = Exclude<keyof Source['mapping'], 'excludedTypes'>;

/** The names and the places that lead to a value of a body. */
export type Keys = readonly (string | number)[];

const plainName = /^[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*$/;
/** What the service takes. */
const longest = 200;
const mostSteps = 10;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const at = (value: unknown, names: string): unknown =>
  names
    .split('.')
    .reduce<unknown>((of, name) => (isObject(of) && Object.hasOwn(of, name) ? of[name] : undefined), value);

const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;

/** By what an item of a list is found in the next delivery, too, where its place may be another. */
const marks = ['type', 'kind', 'key', 'slug', 'field.ref'];
/** A name is a mark of what has a value, and else of a person. */
const marksOfValues = ['name', 'label'];

function placeIn(list: readonly unknown[], index: number): string {
  const item = list[index];
  const all = isObject(item) && Object.hasOwn(item, 'value') ? [...marks, ...marksOfValues] : marks;
  for (const mark of all) {
    const value = at(item, mark);
    if (typeof value === 'string' && list.filter((other) => at(other, mark) === value).length === 1)
      return `[?@.${mark}==${quoted(value)}]`;
  }
  return `[${index}]`;
}

/** The path of a value in a body, as a mapping takes it. Undefined if it is too long for one. */
export function pathOf(body: unknown, keys: Keys): string | undefined {
  let [path, value] = ['$', body];
  for (const key of keys) {
    if (Array.isArray(value) && typeof key === 'number') path += placeIn(value, key);
    else path += plainName.test(String(key)) ? `.${key}` : `[${quoted(String(key))}]`;
    value = (value as Record<string | number, unknown>)[key];
  }
  return keys.length > mostSteps || path.length > longest ? undefined : path;
}

const looks = {
  email: /^[^\s@<>]{1,64}@[^\s@<>]+\.[^\s@<>.]{2,}$/,
  phoneNumber: /^\+[1-9][\d\s()./-]{6,24}$/,
  linkedinProfileUrl: /^(?:https?:\/\/)?(?:[\w-]+\.)*linkedin\.com\/in\//i,
  occurredAt: /^(?:\d{4}-\d\d-\d\dT\d\d:\d\d.*|\d{10}|\d{13})$/,
} as const;
const identifying = ['email', 'phoneNumber', 'linkedinProfileUrl'] as const;

/** The longest name of a person. */
const longestName = 255;

/** What a value may be: what it looks like, or else a name or a type. */
export function mayBe(value: unknown): MappedField[] {
  if (typeof value === 'number') return looks.occurredAt.test(String(value)) ? ['occurredAt'] : [];
  if (typeof value !== 'string' || value.trim() === '' || value.length > longestName) return [];
  const text = value.trim();
  const found = ([...identifying, 'occurredAt'] as const).filter((field) => looks[field].test(text));
  if (found.length > 0) return found;
  return /^\w+:\/\//.test(text) ? [] : ['name', 'type'];
}

/** A value of a body, and what leads to it. */
export interface Leaf {
  keys: Keys;
  value: string | number;
}

/** So many that name a person are offered above a body, and so many values are looked at. */
const mostOffered = 4;
const mostLooked = 5000;

/** The values of a body that look as if they name a person, each once. */
export function namingIn(body: unknown): Leaf[] {
  const found = new Map<string, Leaf>();
  const waiting: { keys: Keys; value: unknown }[] = [{ keys: [], value: body }];
  for (let looked = 0; looked < Math.min(waiting.length, mostLooked); looked++) {
    const { keys, value } = waiting[looked] ?? { keys: [], value: undefined };
    if (typeof value === 'string' && identifying.some((field) => looks[field].test(value.trim()))) {
      if (!found.has(value)) found.set(value, { keys, value });
    } else if (Array.isArray(value)) {
      waiting.push(...value.slice(0, 100).map((item, index) => ({ keys: [...keys, index], value: item })));
    } else if (isObject(value)) {
      waiting.push(...Object.entries(value).map(([name, item]) => ({ keys: [...keys, name], value: item })));
    }
  }
  return [...found.values()].slice(0, mostOffered);
}

/** The change of a mapping whose field looks at a path first. The other fields stay as they are. */
export const withPath = (
  { mapping }: Pick<Source, 'mapping'>,
  field: MappedField,
  path: string,
): Partial<Source['mapping']> => ({
  [field]: [path, ...mapping[field].filter((other) => other !== path)].slice(0, 10),
});
