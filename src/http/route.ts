import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import type * as z from 'zod/mini';
import { isMixed, type Scope, unmixed } from '../lib/api-key.ts';
import { FootfallError } from '../lib/errors.ts';
import type { AppEnv } from './app-env.ts';
import { quickParse } from './quick-parse.ts';
import { requirementOf, requiring } from './requirements.ts';
import { isValidatedLater, throwCollected, throwViolations } from './validate.ts';

// What the routes of a slice are made of: each has its scope, its query or its body.

/** Throws `insufficient_scope` unless the key has one of the scopes. The `resolve` of a mixed key is none. */
function assertScope(c: Context<AppEnv>, needed: readonly Scope[]): void {
  const apiKey = c.get('apiKey');
  const inVain = isMixed(apiKey) ? 'resolve' : undefined;
  if (needed.some((one) => one !== inVain && apiKey.scopes.includes(one))) return;
  const [first, ...others] = needed;
  const scopes = others.length === 0 ? `the scope ${first}` : `one of the scopes ${needed.join(', ')}`;
  const why = inVain && needed.includes(inVain) ? ` A key ${unmixed}.` : '';
  throw new FootfallError('insufficient_scope', `This operation needs ${scopes}.${why}`, {
    neededScope: first,
  });
}

/** Lets a request pass if its key has this scope, too. Otherwise throws `insufficient_scope`. */
export const also = (needed: Scope) =>
  requiring(
    { also: needed },
    createMiddleware<AppEnv>(function also(c, next) {
      assertScope(c, [needed]);
      return next();
    }),
  );

/** Checks the scope of the route that will answer, before the body is read. */
export const scopeOfRoute = () =>
  createMiddleware<AppEnv>(function scopeOfRoute(c, next) {
    const handlers = matchedRoutes(c).map(({ handler }) => requirementOf(handler));
    const needed = handlers.find(({ scopes }) => scopes)?.scopes;
    if (needed) assertScope(c, needed);
    return next();
  });

/** Lets a request pass if its key has one of the scopes. Throws `insufficient_scope`, and what was collected. */
export const scope = (...needed: [Scope, ...Scope[]]) =>
  requiring(
    { scopes: needed },
    createMiddleware<AppEnv>(function scope(c, next) {
      assertScope(c, needed);
      if (!isValidatedLater(c)) throwCollected(c);
      return next();
    }),
  );

/** Validates the JSON body, and throws what was collected before. A route has one validator: of body or query. */
export const body = <Schema extends z.ZodMiniType>(
  schema: Schema,
  parse: (value: unknown) => z.core.util.SafeParseResult<z.infer<Schema>> = (value) =>
    quickParse(schema, value),
) =>
  requiring(
    { body: schema },
    // zValidator would parse the text again.
    createMiddleware<AppEnv, string, { in: { json: z.input<Schema> }; out: { json: z.infer<Schema> } }>(
      function body(c, next) {
        const result = parse(c.get('sent'));
        throwViolations(result, 'body', c.get('sent'), c);
        c.req.addValidatedData('json', result.data as object);
        return next();
      },
    ),
  );

/** The parameters of a request, each with its value, or with all of them if it is given several times. */
const parametersOf = ({ req }: Context) =>
  Object.fromEntries(
    Object.entries(req.queries())
      .map(([name, values]) => [name, values.length === 1 ? values[0] : values] as const)
      .filter(([, value]) => value !== ''),
  );

/** Validates the query string, in which an empty parameter is a missing one. */
export const query = <Schema extends z.ZodMiniObject>(schema: Schema) =>
  requiring(
    { query: schema },
    createMiddleware<AppEnv, string, { in: { query: z.input<Schema> }; out: { query: z.infer<Schema> } }>(
      function query(c, next) {
        const sent = parametersOf(c);
        const result = schema.safeParse(sent);
        throwViolations(result, 'query', sent, c);
        const data = result.data as object;
        // The service asks itself for longer pages.
        const { itemsAtOnce } = c.var;
        if (itemsAtOnce !== undefined && 'limit' in data) Object.assign(data, { limit: itemsAtOnce });
        c.req.addValidatedData('query', data);
        return next();
      },
    ),
  );

/** Validates the query string of a request whose body is lines of JSON, which the route reads as text. */
export const lines = <Schema extends z.ZodMiniObject>(schema: Schema) => {
  const validate = query(schema);
  const handler = createMiddleware<
    AppEnv,
    string,
    { in: { query: z.input<Schema> }; out: { query: z.infer<Schema> } }
  >(function lines(c, next) {
    return validate(c as never, next) as Promise<void>;
  });
  return requiring({ query: schema, takesLines: true }, handler);
};
