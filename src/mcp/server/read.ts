import type { Caller } from '../../config/mcp-service.ts';
import { ask } from './api.ts';
import { type Arguments, assertArguments, filled } from './arguments.ts';
import { withInstants } from './dates.ts';
import { withFilters } from './filters.ts';
import type { ArgumentsSchema } from './json-schema.ts';
import { withNames } from './names.ts';
import { fewItems, isSeries } from './parameters.ts';
import { intervalOf } from './series.ts';
import type { ReadTool } from './tools.ts';

/** The arguments that are parameters of a query, as text. */
function queryOf(query: ReadTool['query'], given: Arguments): string {
  const usual: Arguments = { limit: fewItems, ...given };
  const pairs = Object.keys(query.shape).flatMap((name) =>
    [usual[name]].flat().flatMap((value) => (value === undefined ? [] : [[name, String(value)]])),
  );
  return `${new URLSearchParams(pairs)}`;
}

/** Answers a tool that reads: one request of the API, or two, and those for names. */
export async function read(tool: ReadTool, schema: ArgumentsSchema, sent: Arguments, caller: Caller) {
  assertArguments(tool.path, schema, sent);
  const dated = withInstants(withFilters(sent));
  const interval = isSeries(tool.query.shape) ? intervalOf(dated) : undefined;
  const given = interval ? { ...dated, interval } : dated;
  const get = async (path: string, query: ReadTool['query']) =>
    (await ask(caller, { method: 'GET', path: `${filled(path, given)}?${queryOf(query, given)}` })).body;

  const { more } = tool;
  const [body, added] = await Promise.all([get(tool.path, tool.query), more && get(more.path, more.query)]);
  const whole = { ...(body as object), ...(more ? { [more.name]: added } : {}) };
  const answer = tool.answer.parse(interval ? { interval, ...whole } : whole) as object;
  return withNames(answer, tool.names ?? [], given, caller);
}
