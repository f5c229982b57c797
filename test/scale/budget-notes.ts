import type { Annotation } from '../../src/analytics/annotations/schemas.ts';
import type { View } from '../../src/analytics/views/schemas.ts';
import { bigPage } from '../worker/support/load/content.ts';
import { at, etagOf, made, nextPage, rows, unique } from './budget.ts';

const note = { text: 'New price', happenedAt: '2026-03-04T10:00:00Z' };
const annotation = async () =>
  `/v0/annotations/${(await made<Annotation>('/v0/annotations', note)).annotationId}`;
const annotationRoute = '/v0/annotations/:annotation_id';
/** 40 of the loaded annotations happened then, half of them of the page. */
const range = 'startDate=2001-09-09T01:46:40Z&endDate=2001-09-09T01:46:40.010Z';

const saved = () => ({ name: unique(), address: '/pages' });
const view = async () => `/v0/views/${(await made<View>('/v0/views', saved())).viewId}`;
const viewRoute = '/v0/views/:view_id';

/** The rows of docs/operators/cost.md for annotations and views. */
export const notesTable = rows({
  'GET /v0/annotations | 50 a page, of more than 1,000': '/v0/annotations',
  'GET /v0/annotations | of a page, second page of 100': () =>
    nextPage(`/v0/annotations?limit=100&pageId=${bigPage}`),
  'GET /v0/annotations | of a page and a range': `/v0/annotations?pageId=${bigPage}&${range}`,
  'GET /v0/annotations | none in the range':
    '/v0/annotations?startDate=1990-01-01T00:00:00Z&endDate=1991-01-01T00:00:00Z',
  'POST /v0/annotations | of the workspace': () => at('/v0/annotations', note),
  'POST /v0/annotations | of a page': () => at('/v0/annotations', { ...note, pageId: bigPage }),
  'POST /v0/annotations | of an unknown page': () => at('/v0/annotations', { ...note, pageId: 'page_none' }),
  [`GET ${annotationRoute} | found`]: annotation,
  [`GET ${annotationRoute} | not found`]: '/v0/annotations/annotation_none',
  [`PATCH ${annotationRoute} | every field, with If-Match`]: async () => {
    const path = await annotation();
    const change = { text: 'B', happenedAt: '2026-03-05T10:00:00Z', pageId: bigPage };
    return at(path, change, { 'if-match': await etagOf(path) });
  },
  [`PATCH ${annotationRoute} | text`]: async () => at(await annotation(), { text: 'B' }),
  [`PATCH ${annotationRoute} | nothing`]: async () => at(await annotation(), {}),
  [`PATCH ${annotationRoute} | If-Match with another tag`]: async () =>
    at(await annotation(), { text: 'B' }, { 'if-match': '"0"' }),
  [`DELETE ${annotationRoute} | deleted`]: annotation,
  [`DELETE ${annotationRoute} | not found`]: '/v0/annotations/annotation_none',
  'GET /v0/views | 50 a page': '/v0/views',
  'GET /v0/views | second page of 100': () => nextPage('/v0/views?limit=100'),
  'POST /v0/views | new': () => at('/v0/views', saved()),
  'POST /v0/views | name of another': async () => {
    const { name } = await made<View>('/v0/views', saved());
    return at('/v0/views', { ...saved(), name });
  },
  [`GET ${viewRoute} | found`]: view,
  [`GET ${viewRoute} | not found`]: '/v0/views/view_none',
  [`PATCH ${viewRoute} | name and address, with If-Match`]: async () => {
    const path = await view();
    return at(path, saved(), { 'if-match': await etagOf(path) });
  },
  [`PATCH ${viewRoute} | address`]: async () => at(await view(), { address: '/' }),
  [`PATCH ${viewRoute} | nothing`]: async () => at(await view(), {}),
  [`PATCH ${viewRoute} | name of another`]: async () => {
    const { name } = await made<View>('/v0/views', saved());
    return at(await view(), { name });
  },
  [`DELETE ${viewRoute} | deleted`]: view,
  [`DELETE ${viewRoute} | not found`]: '/v0/views/view_none',
});
