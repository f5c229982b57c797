import type { Annotation } from '../../src/analytics/annotations/schemas.ts';
import type { View } from '../../src/analytics/views/schemas.ts';
import { bigPage } from '../worker/support/load/content.ts';
import { at, etagOf, made, nextPage, type Row, row, unique } from './budget.ts';

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
export const notesTable: Row[] = [
  row('GET /v0/annotations', '50 a page, of more than 1,000', [200, 1052, 0], () => at('/v0/annotations')),
  row('GET /v0/annotations', 'of a page, second page of 100', [200, 1104, 0], () =>
    nextPage(`/v0/annotations?limit=100&pageId=${bigPage}`),
  ),
  row('GET /v0/annotations', 'of a page and a range', [200, 84, 0], () =>
    at(`/v0/annotations?pageId=${bigPage}&${range}`),
  ),
  row('GET /v0/annotations', 'none in the range', [200, 2, 0], () =>
    at('/v0/annotations?startDate=1990-01-01T00:00:00Z&endDate=1991-01-01T00:00:00Z'),
  ),
  row('POST /v0/annotations', 'of the workspace', [201, 4, 3], () => at('/v0/annotations', note)),
  row('POST /v0/annotations', 'of a page', [201, 5, 3], () =>
    at('/v0/annotations', { ...note, pageId: bigPage }),
  ),
  row('POST /v0/annotations', 'of an unknown page', [404, 3, 0], () =>
    at('/v0/annotations', { ...note, pageId: 'page_none' }),
  ),
  row(`GET ${annotationRoute}`, 'found', [200, 1, 0], async () => at(await annotation())),
  row(`GET ${annotationRoute}`, 'not found', [404, 0, 0], () => at('/v0/annotations/annotation_none')),
  row(`PATCH ${annotationRoute}`, 'every field, with If-Match', [200, 7, 3], async () => {
    const path = await annotation();
    const change = { text: 'B', happenedAt: '2026-03-05T10:00:00Z', pageId: bigPage };
    return at(path, change, { 'if-match': await etagOf(path) });
  }),
  row(`PATCH ${annotationRoute}`, 'text', [200, 5, 1], async () => at(await annotation(), { text: 'B' })),
  row(`PATCH ${annotationRoute}`, 'nothing', [200, 1, 0], async () => at(await annotation(), {})),
  row(`PATCH ${annotationRoute}`, 'If-Match with another tag', [412, 5, 0], async () =>
    at(await annotation(), { text: 'B' }, { 'if-match': '"0"' }),
  ),
  row(`DELETE ${annotationRoute}`, 'deleted', [200, 5, 1], async () => at(await annotation())),
  row(`DELETE ${annotationRoute}`, 'not found', [404, 3, 0], () => at('/v0/annotations/annotation_none')),
  row('GET /v0/views', '50 a page', [200, 52, 0], () => at('/v0/views')),
  row('GET /v0/views', 'second page of 100', [200, 102, 0], () => nextPage('/v0/views?limit=100')),
  row('POST /v0/views', 'new', [201, 8, 3], () => at('/v0/views', saved())),
  row('POST /v0/views', 'name of another', [409, 6, 0], async () => {
    const { name } = await made<View>('/v0/views', saved());
    return at('/v0/views', { ...saved(), name });
  }),
  row(`GET ${viewRoute}`, 'found', [200, 1, 0], async () => at(await view())),
  row(`GET ${viewRoute}`, 'not found', [404, 0, 0], () => at('/v0/views/view_none')),
  row(`PATCH ${viewRoute}`, 'name and address, with If-Match', [200, 6, 2], async () => {
    const path = await view();
    return at(path, saved(), { 'if-match': await etagOf(path) });
  }),
  row(`PATCH ${viewRoute}`, 'address', [200, 5, 1], async () => at(await view(), { address: '/' })),
  row(`PATCH ${viewRoute}`, 'nothing', [200, 1, 0], async () => at(await view(), {})),
  row(`PATCH ${viewRoute}`, 'name of another', [409, 7, 0], async () => {
    const { name } = await made<View>('/v0/views', saved());
    return at(await view(), { name });
  }),
  row(`DELETE ${viewRoute}`, 'deleted', [200, 6, 2], async () => at(await view())),
  row(`DELETE ${viewRoute}`, 'not found', [404, 3, 0], () => at('/v0/views/view_none')),
];
