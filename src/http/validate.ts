import { zValidator } from '@hono/zod-validator';
import type { Context } from 'hono';
import * as z from 'zod';
import type { AppEnv } from '../env.ts';
import type { Violation } from '../lib/errors.ts';
import { asValidator, throwCollected } from './violations.ts';

/** zod's issue codes in our words; refinements name theirs in `params.code`. */
const violationCodes: Partial<Record<z.core.$ZodIssue['code'], string>> = {
  invalid_type: 'invalid_type',
  too_small: 'too_short',
  too_big: 'too_long',
  invalid_format: 'invalid_format',
  invalid_value: 'not_allowed',
  invalid_union: 'invalid_type',
};

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
  const missing =
    (issue.code === 'invalid_type' || issue.code === 'invalid_value') &&
    issue.path.reduce(memberOf, input) === undefined;
  const custom = issue.code === 'custom' ? String(issue.params?.code ?? 'invalid_value') : undefined;
  return [
    {
      in: part,
      path,
      code: missing ? 'required' : (custom ?? violationCodes[issue.code] ?? 'invalid_value'),
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
 * Validates the JSON body against a schema compiled here: call it at module top level. A route has one validator,
 * of its body or of its query: it throws what was found before it as well.
 */
export const body = <Schema extends z.ZodType>(schema: Schema) =>
  asValidator(zValidator('json', z.compile(schema), (result, c) => throwViolations(result, 'body', c)));

/** Validates the query string against a schema compiled here: call it at module top level. */
export const query = <Schema extends z.ZodType>(schema: Schema) =>
  asValidator(zValidator('query', z.compile(schema), (result, c) => throwViolations(result, 'query', c)));
