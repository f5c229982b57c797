import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import { type Accept, parseAccept } from 'hono/utils/accept';
import type { AppEnv } from '../../http/app-env.ts';
import { readAsset } from '../../http/asset.ts';
import type { Columns } from '../../http/csv/cells.ts';
import type { Fetch } from '../../http/middleware/inner.ts';
import { collect } from '../../http/validate.ts';
import { type Violation, violation } from '../../lib/errors.ts';

/** The columns of every answer that is a table, by the path of its route. */
type ColumnsByRoute = Readonly<Record<string, Columns>>;

/** Routes that read their items themselves, because there may be a million. */
const readsItself = new Set(['/v0/audience_sessions', '/v0/pages/:page_id/audience_sessions']);

/** How much a client wants a media type, from 0 to 1: the most specific range says it (RFC 9110, 12.5.1). */
const qualityOf = (type: string, ranges: Accept[]): number =>
  [type, `${type.split('/')[0]}/*`, '*/*']
    .map((name) => ranges.find((range) => range.type === name)?.q)
    .find((q) => q !== undefined) ?? 0;

/** Whether an answer is to be a CSV file: the parameter says so, or the header field of a request without it. */
function wantsCsv(c: Context<AppEnv>, format: string | undefined): boolean {
  if (format !== undefined) return format === 'csv';
  const ranges = parseAccept(c.req.header('Accept') ?? '');
  return qualityOf('text/csv', ranges) > qualityOf('application/json', ranges);
}

/** Violations in `format`, and in what it excludes: a CSV file has all items. */
function violationsOf(c: Context<AppEnv>, formats: readonly string[], isCsv: boolean): Violation[] {
  const found = (path: string, code: string, message: string) => violation('query', path, code, message);
  const isKnown = formats.every((format) => format === 'csv' || format === 'json');
  const paging = isCsv ? ['limit', 'cursor'].filter((name) => c.req.query(name)) : [];
  return [
    ...(formats.length > 1
      ? [found('format', 'invalid_type', `This parameter is given ${formats.length} times; give it once.`)]
      : []),
    ...(isKnown ? [] : [found('format', 'not_allowed', 'must be json or csv')]),
    ...paging.map((name) => found(name, 'not_allowed', 'must not be given for a CSV file: it has all items')),
  ];
}

/** Answers with a CSV file where the JSON answer is a table: for `format=csv`, or `Accept: text/csv`. */
export const csv = (fetch: Fetch) =>
  createMiddleware<AppEnv>(async function csv(c, next) {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next();
    const formats = (c.req.queries('format') ?? []).filter((format) => format !== '');
    const [format] = formats;
    const isCsv = wantsCsv(c, format);
    if (!isCsv && format === undefined) return next();
    const columnsOf = await readAsset<ColumnsByRoute>(c.env, 'csv-columns.json');
    const route = matchedRoutes(c).find(({ path }) => path in columnsOf)?.path ?? '';
    const columns = columnsOf[route];
    if (columns === undefined) return next();

    const violations = violationsOf(c, formats, isCsv);
    collect(c, violations);
    // The validator of the route names them, with its own.
    if (!isCsv || violations.length > 0) return next();
    if (!readsItself.has(route)) {
      const { csvOfList } = await import('./csv-answer.ts');
      return csvOfList(c, fetch, route, columns);
    }
    c.set('csvColumns', columns);
    return next();
  });
