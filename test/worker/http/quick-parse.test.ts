import * as z from 'zod/mini';
import { quickParse, remembered } from '../../../src/http/quick-parse.ts';
import { badAlone, badFields, bodySchema, goodBodies } from '../support/bodies.ts';
import { bodyRoutes } from '../support/routes.ts';

/** What a schema makes of a value, with and without the functions that are made of it. */
function both<T extends z.ZodMiniType>(schema: T, value: unknown) {
  const read = ({ success, data, error }: z.core.util.SafeParseResult<unknown>) => ({
    success,
    // `undefined` in a field is not the same as no field.
    data: JSON.stringify(data, (_, field) => (field === undefined ? '(undefined)' : field)),
    issues: error?.issues,
  });
  return [read(quickParse(schema, value)), read(schema.safeParse(value))] as const;
}

function expectSame(schema: z.ZodMiniType, values: unknown[]) {
  for (const value of values) {
    const [quick, slow] = both(schema, value);
    expect(quick).toEqual(slow);
  }
}

const noObjects = [undefined, null, 0, '', 'x', true, [], [{}]];

describe.each(bodyRoutes)('quickParse of the body of $name', ({ method, path, operation }) => {
  const body = operation.body as z.ZodMiniType;
  const schema = bodySchema(method, path);
  const good = goodBodies(schema) as Record<string, unknown>[];

  it('makes of every valid value what safeParse makes of it', () => {
    const without = good.flatMap((one) =>
      Object.keys(one).flatMap((name) => [
        { ...one, [name]: undefined },
        { ...one, [name]: null },
        Object.fromEntries(Object.entries(one).filter(([other]) => other !== name)),
      ]),
    );
    expectSame(body, [...good, ...without, {}]);
  });

  it('finds in every invalid value what safeParse finds in it', () => {
    const [example = {}] = good;
    const bad = [...badFields(schema), ...badAlone(schema)].map(({ value }) => value as object);
    const alone = bad.map((fields) => ({ ...example, ...fields }));
    expectSame(body, [...bad, ...alone, ...noObjects, { ...example, unknown: 1 }]);
  });
});

describe('quickParse', () => {
  const text = z.string().check(
    z.minLength(1),
    z.overwrite((value) => value.trim()),
    z.maxLength(3),
  );
  const values = [
    undefined,
    null,
    '',
    ' ',
    'a',
    ' a ',
    'abcd',
    '  abcd',
    0,
    1,
    1.5,
    Number.NaN,
    true,
    [],
    {},
    ['a'],
  ];

  it.each([
    ['a text', text],
    ['an optional one', z.optional(text)],
    ['an optional one with a default', z.optional(z._default(text, 'd'))],
    ['a default', z._default(text, 'd')],
    ['a text or null', z.nullable(text)],
    ['a text, null or nothing', z.nullish(text)],
    [
      'a text that is changed before',
      z.pipe(
        z.transform((value) => `${value}`),
        text,
      ),
    ],
    [
      'a text that is changed after',
      z.pipe(
        text,
        z.transform((value) => value.length),
      ),
    ],
    ['a whole number', z.int().check(z.minimum(1), z.maximum(1))],
    ['any number', z.number()],
    ['a word of a list', z.enum(['a', 'b'])],
    ['one of several', z.union([z.number(), text])],
    ['a list', z.array(text)],
    ['any object', z.looseObject({})],
    ['anything', z.unknown()],
    ['a date', z.iso.datetime()],
    ['a text read as a number', z.codec(z.string(), z.number(), { decode: Number, encode: String })],
    ['a text that was remembered', remembered(text)],
  ])('reads %s as safeParse does', (_, schema) => {
    expectSame(schema, [...values, ...values]);
    const fields = { a: schema, b: z.optional(schema) };
    const objects = values.flatMap((a) => [{ a }, { a: 'a', b: a }, { b: a }, { a, c: 1 }]);
    for (const object of [z.object(fields), z.strictObject(fields), z.looseObject(fields)])
      expectSame(object, [...objects, ...noObjects, {}]);
  });

  it('runs each check once for a valid value', () => {
    let runs = 0;
    const schema = z.strictObject({
      a: z.optional(z.string().check(z.refine(() => ++runs > 0))),
      b: z.pipe(z.transform(String), z.string()).check(z.refine(() => ++runs > 0)),
    });
    expect(quickParse(schema, { a: 'x', b: 1 })).toEqual({ success: true, data: { a: 'x', b: '1' } });
    expect(runs).toBe(2);
  });

  it('runs a check across fields only if the fields are valid, as safeParse does', () => {
    const schema = z.object({ a: z.number(), b: z.number() }).check(
      z.superRefine(({ a, b }, context) => {
        if (a > b) context.addIssue({ code: 'custom', path: ['a'], message: 'must not be more than b' });
      }),
    );
    expectSame(schema, [{ a: 1, b: 2 }, { a: 2, b: 1 }, { a: '2', b: 1 }, {}]);
  });
});
