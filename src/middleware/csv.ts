import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import { readColumns } from '../csv/columns.ts';
import type { AppEnv } from '../http/app-env.ts';
import { collect } from '../http/violations.ts';
import type { Violation } from '../lib/errors.ts';
import { csvOfList } from './csv-list.ts';
import type { Fetch } from './inner.ts';

/** Routes that read their items themselves, because there may be a million. */
const readsItself = new Set(['/v0/audience_sessions', '/v0/pages/:page_id/audience_sessions']);

/** Whether an answer is to be a CSV file: the parameter says so, or the header field of a request without it. */
function wantsCsv(c: Context<AppEnv>, format: string | undefined): boolean {
  if (format !== undefined) return format === 'csv';
  const supports = ['application/json', 'text/csv'];
  return accepts(c, { header: 'Accept', supports, default: 'application/json' }) === 'text/csv';
}

/** Violations in `format`, and in what it excludes: a CSV file has all items. */
function violationsOf(c: Context<AppEnv>, format: string | undefined, isCsv: boolean): Violation[] {
  const found = (path: string, message: string): Violation => ({
    ...{ in: 'query', path, code: 'not_allowed', message },
  });
  const isKnown = format === undefined || format === 'csv' || format === 'json';
  const paging = isCsv ? ['limit', 'cursor'].filter((name) => c.req.query(name)) : [];
  return [
    ...(isKnown ? [] : [found('format', 'must be json or csv')]),
    ...paging.map((name) => found(name, 'must not be given for a CSV file: it has all items')),
  ];
}

/** Answers with a CSV file where the JSON answer is a table: for `format=csv`, or `Accept: text/csv`. */
export const csv = (fetch: Fetch) =>
  createMiddleware<AppEnv>(async function csv(c, next) {
    const format = c.req.query('format') || undefined;
    const isCsv = wantsCsv(c, format);
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (!isRead || (!isCsv && format === undefined)) return next();
    const columnsOf = await readColumns(c.env);
    const route = matchedRoutes(c).find(({ path }) => path in columnsOf)?.path ?? '';
    const columns = columnsOf[route];
    if (columns === undefined) return next();

    const violations = violationsOf(c, format, isCsv);
    collect(c, violations);
    // The validator of the route names them, with its own.
    if (!isCsv || violations.length > 0) return next();
    if (!readsItself.has(route)) return csvOfList(c, fetch, route, columns);
    c.set('csvColumns', columns);
    return next();
  });
