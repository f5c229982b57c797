import { zValidator } from '@hono/zod-validator';
import type { Context } from 'hono';
import type * as z from 'zod/mini';
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

/** Throws `validation_failed` with the violations of a schema and those that were collected before. */
const throwViolations = (result: Result, part: Violation['in'], c: Context): void =>
  throwCollected(
    c as Context<AppEnv>,
    result.success ? [] : result.error.issues.flatMap((issue) => violationsOf(issue, part, result.data)),
  );

/**
 * Validates the JSON body. A route has one validator, either of its body or of its query. The validator also throws
 * the violations that were collected before it.
 */
export const body = <Schema extends z.ZodMiniType>(schema: Schema) =>
  requiring(
    { body: schema },
    zValidator('json', schema, (result, c) => throwViolations(result, 'body', c), {
      validationFunction: (schema, value) => schema.safeParse(value) as never,
    }),
  );

/** The names of the parameters that may be left out. */
const optionalNames = (schema: z.ZodMiniObject) =>
  new Set(Object.keys(schema.shape).filter((name) => schema.shape[name]?._zod.optin !== undefined));

/** Validates the query string. An empty value of an optional parameter counts as if the parameter were missing. */
export const query = <Schema extends z.ZodMiniObject>(schema: Schema) => {
  const optional = optionalNames(schema);
  const isGiven = ([name, value]: [string, unknown]) => value !== '' || !optional.has(name);
  return requiring(
    { query: schema },
    zValidator('query', schema, (result, c) => throwViolations(result, 'query', c), {
      // This is zod's own result type, which differs slightly from that of zod-validator.
      validationFunction: (schema, value: object) =>
        schema.safeParse(Object.fromEntries(Object.entries(value).filter(isGiven))) as never,
    }),
  );
};
