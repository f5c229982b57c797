import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import * as z from 'zod/mini';
import { type FootfallError, listedViolations, type Violation, validationError } from '../lib/errors.ts';
import type { AppEnv } from './app-env.ts';
import { quickParse } from './quick-parse.ts';
import { requiring } from './requirements.ts';
import { countOf, throwViolations, violationsOf } from './validate.ts';

/** The most writes of a batch. */
export const mostWrites = 100;

/** A list of the writes of a batch, at most so many. */
export const writesOf = <Item extends z.ZodMiniType>(item: Item, most = mostWrites) =>
  z
    .array(item)
    .check(
      z.minLength(1, 'must have at least 1 write'),
      z.maxLength(most, `must have at most ${most.toLocaleString('en')} writes`),
    );

/** A batch whose writes may be anything: each has an outcome of its own. */
const Batch = z.strictObject({ writes: writesOf(z.unknown()) });

/** The index of the item that a violation is of, or undefined if it is of the batch. */
const itemOf = ({ path }: Violation): number | undefined => {
  const index = /^\w+\.(\d+)(?:\.|$)/.exec(path)?.[1];
  return index === undefined ? undefined : Number(index);
};

/**
 * The body as a batch, whose items may be anything. If it is none, or its text is bad, throws the violations of
 * `documented`.
 */
export const batchBody = <Loose extends z.ZodMiniType = typeof Batch>(
  documented: z.ZodMiniType,
  loose: Loose = Batch as z.ZodMiniType as Loose,
) =>
  requiring(
    { body: documented },
    createMiddleware<AppEnv, string, { in: { json: z.input<Loose> }; out: { json: z.infer<Loose> } }>(
      function batch(c, next) {
        const sent = c.get('sent');
        const result = quickParse(loose, sent);
        const violations = c.get('violations') ?? [];
        if (!result.success || violations.some((violation) => itemOf(violation) === undefined))
          throwViolations(documented.safeParse(sent), 'body', sent, c);
        c.req.addValidatedData('json', result.data as object);
        return next();
      },
    ),
  );

/** A write of a batch that is valid, as it was sent, and its dotted path in the body. */
interface Valid<Value> {
  ok: true;
  value: Value;
  sent: unknown;
  path: string;
}

/** A write of a batch, or the error that names its violations. */
type BatchWrite<Value> = Valid<Value> | { ok: false; error: FootfallError };

/**
 * The items of a batch, each valid or with its own violations: at least one, and together as many as one answer names.
 * `field` is the list in the body.
 */
export function batchWrites<Schema extends z.ZodMiniType>(
  c: Context<AppEnv>,
  schema: Schema,
  writes: unknown[],
  field = 'writes',
): BatchWrite<z.output<Schema>>[] {
  const collected = Map.groupBy(c.get('violations') ?? [], itemOf);
  const parsed = writes.map((write, index) => {
    const result = quickParse(schema, write);
    const issues = (result.error?.issues ?? []).map((issue) => ({
      ...issue,
      path: [field, index, ...issue.path],
    }));
    const found = [
      ...(collected.get(index) ?? []),
      ...issues
        .slice(0, listedViolations)
        .flatMap((issue) => violationsOf(issue, 'body', { [field]: writes })),
    ];
    const count = issues.reduce((sum, issue) => sum + countOf(issue), collected.get(index)?.length ?? 0);
    return { result, found, count };
  });
  const bad = parsed.filter(({ found }) => found.length > 0).length;
  const most = Math.max(1, Math.floor(listedViolations / Math.max(bad, 1)));
  return parsed.map(({ result, found, count }, index) =>
    found.length === 0
      ? { ok: true, value: result.data as z.output<Schema>, sent: writes[index], path: `${field}.${index}` }
      : { ok: false, error: validationError(found, count - found.length, most) },
  );
}

/** The outcomes of all writes, in order: those that `write` gives for the valid ones, and the errors of the others. */
export async function eachValid<Value, Outcome>(
  writes: BatchWrite<Value>[],
  write: (valid: Valid<Value>[]) => Promise<Outcome[]>,
): Promise<(Outcome | { ok: false; error: FootfallError })[]> {
  const valid = writes.filter((one) => one.ok);
  const outcomes = valid.length === 0 ? [] : await write(valid);
  const byWrite = new Map(valid.map((one, index) => [one, outcomes[index] as Outcome]));
  return writes.map((one) => (one.ok ? (byWrite.get(one) as Outcome) : one));
}
