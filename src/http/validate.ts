import { zValidator } from '@hono/zod-validator';
import type { Context } from 'hono';
import type * as z from 'zod/mini';
import { listedViolations, type Violation } from '../lib/errors.ts';
import type { AppEnv } from './app-env.ts';
import { requiring } from './requirements.ts';
import { codeOf, throwCollected } from './violations.ts';

const memberOf = (value: unknown, name: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** Whether an issue is of a parameter that takes several values: of one of these, or of their number. */
const isOfSeveral = ({ code, path }: z.core.$ZodIssue) => path.length > 1 || code === 'custom';

/** The violations of an issue of zod in a part of a request. */
export function violationsOf(issue: z.core.$ZodIssue, part: Violation['in'], input: unknown): Violation[] {
  // A parameter is named as a whole: the values of one that is given several times have no names.
  const place = part === 'query' ? issue.path.slice(0, 1) : issue.path;
  const path = place.join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, listedViolations).map((key) => ({
      in: part,
      path: [...issue.path, key].join('.'),
      code: 'unknown_field',
      message: 'This field is not one that the operation takes.',
    }));
  }
  const value = place.reduce(memberOf, input);
  if (part === 'query' && Array.isArray(value) && !isOfSeveral(issue)) {
    const message = `This parameter is given ${value.length} times; give it once.`;
    return [{ in: part, path, code: 'invalid_type', message }];
  }
  const isOfValue = ['invalid_type', 'invalid_value', 'invalid_union'].includes(issue.code);
  const missing = isOfValue && value === undefined;
  return [
    {
      in: part,
      path,
      code: missing ? 'required' : codeOf(issue),
      message: missing ? 'This field is required.' : issue.message,
    },
  ];
}

type Result = { success: true } | { success: false; error: z.core.$ZodError };

/** How many violations an issue of zod stands for. */
export const countOf = (issue: z.core.$ZodIssue) =>
  issue.code === 'unrecognized_keys' ? issue.keys.length : 1;

/** Throws `validation_failed` with the violations of a schema by `input`, and those that were collected before. */
export function throwViolations(result: Result, part: Violation['in'], input: unknown, c: Context): void {
  const issues = result.success ? [] : result.error.issues;
  const found = issues.slice(0, listedViolations).flatMap((issue) => violationsOf(issue, part, input));
  const count = issues.reduce((sum, issue) => sum + countOf(issue), 0);
  throwCollected(c as Context<AppEnv>, found, count - found.length);
}

/** Validates the JSON body, and throws what was collected before. A route has one validator: of body or query. */
export const body = <Schema extends z.ZodMiniType>(
  schema: Schema,
  parse: (value: unknown) => z.core.util.SafeParseResult<z.infer<Schema>> = (value) =>
    schema.safeParse(value),
) =>
  requiring(
    { body: schema },
    zValidator('json', schema, (result, c) => throwViolations(result, 'body', result.data, c), {
      validationFunction: (_, value) => parse(value) as never,
    }),
  );

/** An empty parameter counts as if it were missing. */
const withoutEmpty = (parameters: object) =>
  Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== ''));

/** Validates the query string, in which an empty parameter is a missing one. */
export const query = <Schema extends z.ZodMiniObject>(schema: Schema) =>
  requiring(
    { query: schema },
    zValidator(
      'query',
      schema,
      (result, c) => {
        throwViolations(result, 'query', withoutEmpty(result.data), c);
        // The service asks itself for longer pages.
        const { itemsAtOnce } = (c as Context<AppEnv>).var;
        if (itemsAtOnce !== undefined && 'limit' in result.data)
          Object.assign(result.data, { limit: itemsAtOnce });
      },
      {
        // This is zod's own result type, which differs slightly from zod-validator's.
        validationFunction: (schema, value: object) => schema.safeParse(withoutEmpty(value)) as never,
      },
    ),
  );
