import { zValidator } from '@hono/zod-validator';
import type { Context } from 'hono';
import type * as z from 'zod';
import type { Violation } from '../lib/errors.ts';
import type { AppEnv } from './app-env.ts';
import { requiring } from './requirements.ts';
import { codeOf, throwCollected } from './violations.ts';

const memberOf = (value: unknown, name: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

function violationsOf(issue: z.core.$ZodIssue, part: Violation['in'], input: unknown): Violation[] {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      in: part,
      path: [...issue.path, key].join('.'),
      code: 'unknown_field',
      message: 'This field is not one that the operation takes.',
    }));
  }
  const value = issue.path.reduce(memberOf, input);
  if (part === 'query' && Array.isArray(value)) {
    const message = `This parameter is given ${value.length} times; give it once.`;
    return [{ in: part, path, code: 'invalid_type', message }];
  }
  const missing = (issue.code === 'invalid_type' || issue.code === 'invalid_value') && value === undefined;
  return [
    {
      in: part,
      path,
      code: missing ? 'required' : codeOf(issue),
      message: missing ? 'This field is required.' : issue.message,
    },
  ];
}

type Result = { success: true } | { success: false; error: z.core.$ZodError; data: unknown };

/** Throws `validation_failed` for what a schema finds in a part of the request and what was found before. */
const throwViolations = (result: Result, part: Violation['in'], c: Context): void =>
  throwCollected(
    c as Context<AppEnv>,
    result.success ? [] : result.error.issues.flatMap((issue) => violationsOf(issue, part, result.data)),
  );

/**
 * Validates the JSON body. A route has one validator, of its body or of its query: it throws what was found before
 * it as well.
 */
export const body = <Schema extends z.ZodType>(schema: Schema) =>
  requiring(
    { body: schema },
    zValidator('json', schema, (result, c) => throwViolations(result, 'body', c), {
      validationFunction: (schema, value) => schema.safeParse(value) as never,
    }),
  );

/** The names of the parameters that may be left out. */
const optionalNames = (schema: z.ZodObject) =>
  new Set(Object.keys(schema.shape).filter((name) => schema.shape[name]?._zod.optin !== undefined));

/** Validates the query string, in which an empty value of an optional parameter is the parameter left out. */
export const query = <Schema extends z.ZodObject>(schema: Schema) => {
  const optional = optionalNames(schema);
  const isGiven = ([name, value]: [string, unknown]) => value !== '' || !optional.has(name);
  return requiring(
    { query: schema },
    zValidator('query', schema, (result, c) => throwViolations(result, 'query', c), {
      // zod's own result, which zod-validator spells a little otherwise.
      validationFunction: (schema, value: object) =>
        schema.safeParse(Object.fromEntries(Object.entries(value).filter(isGiven))) as never,
    }),
  );
};
