import { zValidator } from '@hono/zod-validator';
import type { Context } from 'hono';
import * as z from 'zod';
import type { AppEnv } from '../env.ts';
import { type Violation, validationError } from '../lib/errors.ts';

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
function throwViolations(result: Result, part: Violation['in'], before: Violation[] = []): void {
  const ofSchema = result.success
    ? []
    : result.error.issues.flatMap((issue) => violationsOf(issue, part, result.data));
  const found = [...before, ...ofSchema];
  if (found.length > 0) throw validationError(found);
}

/** Validates the JSON body against a schema compiled here: call it at module top level. */
export const body = <Schema extends z.ZodType>(schema: Schema) =>
  zValidator('json', z.compile(schema), (result, c) =>
    throwViolations(result, 'body', (c as unknown as Context<AppEnv>).var.bodyViolations),
  );

/** Validates the query string against a schema compiled here: call it at module top level. */
export const query = <Schema extends z.ZodType>(schema: Schema) =>
  zValidator('query', z.compile(schema), (result) => throwViolations(result, 'query'));
