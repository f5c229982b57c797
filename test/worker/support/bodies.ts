import document from '../../../public/openapi.json';
import { astral, type Bad, each, kinds, notText } from './values.ts';

// Invalid and valid bodies of every operation, from the schemas of the OpenAPI document.

interface Schema {
  $ref?: string;
  type?: string;
  anyOf?: Schema[];
  enum?: string[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
}

/** A value, and its violations as `path code`. */
export interface Case {
  value: unknown;
  violations: string[];
}

const schemas = document.components.schemas as unknown as Record<string, Schema>;

/** A schema without references, and whether null is valid too. */
function resolved(schema: Schema): { schema: Schema; isNullable: boolean } {
  if (schema.$ref) return resolved(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  if (!schema.anyOf) return { schema, isNullable: false };
  const [other = {}] = schema.anyOf.filter(({ type }) => type !== 'null');
  return { schema: resolved(other).schema, isNullable: schema.anyOf.length > 1 };
}

/** The schema of an operation's body. */
export function bodySchema(method: string, path: string): Schema {
  interface Operation {
    requestBody?: { content: Record<string, { schema: Schema }> };
  }
  const item = (document.paths as unknown as Record<string, Record<string, Operation>>)[path];
  const body = item?.[method.toLowerCase()]?.requestBody?.content['application/json'];
  if (!body) throw new Error(`${method} ${path} has no body`);
  return resolved(body.schema).schema;
}

/** Invalid values of a schema without fields or items. */
function badLeaves(schema: Schema): Bad[] {
  const { type, minimum = 0, maximum = 0, minLength: min = 0, maxLength: max = 0 } = schema;
  if (schema.enum) {
    const [first = ''] = schema.enum;
    const texts = [`${first} `, first.toUpperCase(), '', 'x', '\u0000', '__proto__', 'constructor'];
    return each([...texts, 0, 1, true, [], [first], {}], 'not_allowed');
  }
  if (type === 'boolean') return each(['true', '', 0, 1, [], [true], {}], 'invalid_type');
  if (type === 'integer' || type === 'number') {
    const step = type === 'integer' ? 1 : 0.5;
    return [
      ...each(['1', '', true, [1], {}, ...(type === 'integer' ? [0.5] : [])], 'invalid_type'),
      [minimum - step, ['too_small']],
      ...each([maximum + step, type === 'integer' ? 2 ** 53 - 1 : Number.MAX_VALUE], 'too_large'),
    ];
  }
  if (type === 'object') return each([[], [{}], '', 'x', '{}', 0, 1, true, false], 'invalid_type');
  const kind = schema.pattern === undefined ? undefined : kinds[schema.pattern];
  if (schema.pattern !== undefined && !kind) throw new Error(`no values for ${schema.pattern}`);
  // Any text is valid as an id: an unknown one is a 404, which ids-in-bodies.test.ts checks.
  const bad = [...(kind?.(min, max).bad ?? []), ...notText(min)];
  return min === 0 || bad.some(([value]) => value === '') ? bad : [...bad, ['', ['too_short']]];
}

const at = (path: string, name: string | number) => (path === '' ? String(name) : `${path}.${name}`);
const named = (bad: Bad[], path: string): Case[] =>
  bad.map(([value, codes]) => ({ value, violations: codes.map((code) => `${path} ${code}`) }));
const withNull = (cases: Case[], { schema, isNullable }: ReturnType<typeof resolved>, path: string) =>
  isNullable ? cases : [...cases, ...named([[null, [schema.enum ? 'not_allowed' : 'invalid_type']]], path)];

/** Whether a value may be of several types. */
function isUnion({ anyOf = [] }: Schema): boolean {
  const [first, ...others] = anyOf.filter(({ type }) => type !== 'null');
  return first !== undefined && (others.length > 0 || isUnion(first));
}

/** Invalid values of any schema. `example` is a valid one. */
function badValues(of: Schema, path: string, example: unknown): Case[] {
  const { schema, isNullable } = resolved(of);
  // What no type takes.
  if (isUnion(of)) return named(each([0, 1, true, false], 'invalid_type'), path);
  const { type, items, properties, maxItems = 0, minItems = 0 } = schema;
  if (type === 'array' && items) {
    const list = Array.isArray(example) && example.length > 0 ? example : ['x'];
    const valid = list.slice(0, -1);
    const own: Bad[] = [
      ...each(['a', 0, 1, true, {}, { 0: 'a', length: 1 }], 'invalid_type'),
      [Array(maxItems + 1).fill(list[0]), ['too_long']],
      ...(minItems > 0 ? each([[]], 'too_short') : []),
    ];
    const ofItems = badValues(items, at(path, valid.length), list.at(-1)).map(({ value, violations }) => ({
      value: [...valid, value],
      violations,
    }));
    return withNull([...named(own, path), ...ofItems], { schema, isNullable }, path);
  }
  if (type === 'object' && properties && schema.additionalProperties === false)
    return withNull(
      [...named(badLeaves(schema), path), ...badFields(schema, path, example as object)],
      { schema, isNullable },
      path,
    );
  return withNull(named(badLeaves(schema), path), { schema, isNullable }, path);
}

/** The invalid values of each field of an object. */
export function badValuesByField(schema: Schema, path = '', example: object = {}): [string, Case[]][] {
  return Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const bad = badValues(field, at(path, name), (example as Record<string, unknown>)[name]);
    const missing = { value: undefined, violations: [`${at(path, name)} required`] };
    return [name, schema.required?.includes(name) ? [...bad, missing] : bad];
  });
}

/**
 * Objects in which every field has an invalid value, and one is unknown, until all invalid values were used. All of
 * them must be reported at once.
 */
export function badFields(schema: Schema, path = '', example: object = {}): Case[] {
  const fields = badValuesByField(schema, path, example);
  const turns = Math.max(1, ...fields.map(([, bad]) => bad.length));
  return Array.from({ length: turns }, (_, turn) => {
    const taken = fields.map(([name, bad]) => [name, bad[turn % bad.length] as Case] as const);
    return {
      value: {
        ...Object.fromEntries(taken.map(([name, { value }]) => [name, value])),
        unknown: 1,
      },
      violations: [
        ...taken.flatMap(([, { violations }]) => violations),
        `${at(path, 'unknown')} unknown_field`,
      ],
    };
  });
}

/** Objects in which one field has an invalid value, at any depth: another one for each field. */
export function badAlone(of: Schema, path = '', example: object = {}): Case[] {
  return badValuesByField(resolved(of).schema, path, example).flatMap(([name, bad], index) => {
    const one = bad[index % bad.length];
    const field = resolved(of).schema.properties?.[name] ?? {};
    const before = (example as Record<string, unknown>)[name];
    const inner = resolved(field).schema.properties ? badAlone(field, at(path, name), before ?? {}) : [];
    return [...(one ? [one] : []), ...inner].map(({ value, violations }) => ({
      value: { ...example, [name]: value },
      violations,
    }));
  });
}

/** The paths of all numbers of a schema. */
export function numbersOf(of: Schema, path: string[] = []): string[][] {
  const { type, items, properties = {} } = resolved(of).schema;
  if (type === 'number' || type === 'integer') return [path];
  if (items) return numbersOf(items, [...path, '0']);
  return Object.entries(properties).flatMap(([name, field]) => numbersOf(field, [...path, name]));
}

/** Valid values of a schema: at the limits of its rules, and of hostile text. */
function goodValues(of: Schema): unknown[] {
  const { schema, isNullable } = resolved(of);
  const { type, pattern, minimum = 0, maximum = 0, minLength: min = 0, maxLength: max = 0 } = schema;
  const empty = [...(isNullable ? [null] : []), ...(schema.minLength === 0 ? [''] : [])];
  if (schema.enum) return [...empty, ...schema.enum];
  if (type === 'boolean') return [...empty, true, false];
  if (type === 'integer' || type === 'number') return [...empty, minimum, maximum];
  if (type === 'array' && schema.items?.enum)
    return [...empty, schema.items.enum, ...schema.items.enum.map((one) => [one])];
  if (type === 'array') {
    const { maxLength = 0 } = schema.items ?? {};
    const lists = [['a'], ['a', 'a'], Array(schema.maxItems).fill('x')];
    return [...empty, [], ...lists, ['x'.repeat(maxLength), astral.repeat(maxLength)]];
  }
  if (type === 'object' && schema.additionalProperties === true)
    return [{}, { a: 1 }, { payload: {} }, { constructor: 1, toString: null, hasOwnProperty: [] }];
  if (type === 'object') return [...empty, ...(schema.required ? [] : [{}]), ...goodBodies(schema)];
  return [...empty, ...((pattern === undefined ? undefined : kinds[pattern]?.(min, max).good) ?? [])];
}

/** Valid values of fields with rules that a schema does not say. */
const valuesOfFields: Record<string, unknown[]> = {
  linkedinProfileUrl: [
    'anna',
    'in/anna',
    'https://de.linkedin.com/in/Anna/?x=1',
    'zo\u00eb',
    '\u738b\u5c0f\u660e',
    'https://example.com/anna',
    `https://www.linkedin.com/in/${'y'.repeat(100)}`,
    `https://example.com/${'y'.repeat(2028)}`,
    'none',
  ],
  expiresAt: [
    '2999-12-31T23:59:59Z',
    '2999-12-31T23:59:59.123456789+05:30',
    '2996-02-29T00:00:00-00:00',
    new Date(Date.now() + 3_600_000).toISOString(),
  ],
};

/** Objects in which every field has a valid value, until all were used. */
export function goodBodies({ properties = {} }: Schema, without: readonly string[] = []): object[] {
  const fields = Object.entries(properties)
    .filter(([name]) => !without.includes(name))
    .map(([name, field]) => [name, valuesOfFields[name] ?? goodValues(field)] as const)
    .filter(([, good]) => good.length > 0);
  const turns = Math.max(1, ...fields.map(([, good]) => good.length));
  return Array.from({ length: turns }, (_, turn) =>
    Object.fromEntries(fields.map(([name, good]) => [name, good[turn % good.length]])),
  );
}
