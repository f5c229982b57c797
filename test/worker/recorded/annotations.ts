import type { Annotation } from '../../../src/analytics/annotations/schemas.ts';
import type { Page } from '../../../src/content/pages/schemas.ts';
import type { Recorder } from './recorder.ts';

const annotations = '/v0/annotations';
const note = { text: 'New price', happenedAt: '2040-02-01T10:00:00+01:00' };

async function creating({ say, get, post }: Recorder, pageId: string) {
  say('Creating annotations');
  await get(annotations);
  const made = await post<Annotation>(annotations, note);
  await post(annotations, { ...note, pageId, text: 'Trade fair in Berlin 🎪' });
  await post(annotations, { ...note, pageId: null, happenedAt: '2050-12-24T00:00:00Z' });
  await post(annotations, { ...note, pageId: 'nothing' });
  await post(annotations);
  await post(annotations, { pageId: '', text: ' ', happenedAt: '2100-01-01T00:00:00Z', author: 'me' });
  await post(annotations, { text: 'two\nlines', happenedAt: 'yesterday' });
  return made.body.annotationId;
}

/** Annotations: creating, listing, changing, deleting. */
export async function annotationSlice(recorder: Recorder): Promise<void> {
  const { say, get, post, patch, delete: remove, pages } = recorder;
  const { pageId } = (await post<Page>('/v0/pages', { title: 'Noted', url: 'https://noted.example/' })).body;
  const path = `${annotations}/${await creating(recorder, pageId)}`;
  say('Lists');
  await get(annotations);
  await get(`${annotations}?pageId=${pageId}&startDate=2040-01-01T00:00:00Z&endDate=2040-03-01T00:00:00Z`);
  await get(`${annotations}?pageId=nothing`);
  await pages(`${annotations}?limit=1`, ['annotations', null, null, null]);
  await get(`${annotations}?limit=0&startDate=x`);
  say('Reading and changing');
  const tag = (await get(path)).headers.get('etag') ?? '';
  await get(path, { headers: { 'if-none-match': tag } });
  await get(`${annotations}/nothing`);
  await patch(path, { text: 'Old price', pageId }, { headers: { 'if-match': tag } });
  await patch(path, { text: 'Late' }, { headers: { 'if-match': tag } });
  await patch(path, { pageId: 'nothing' });
  await patch(path, { pageId: null });
  await patch(path, {});
  await patch(`${annotations}/nothing`, { text: 'X' });
  await patch(path, { text: '', happenedAt: null });
  say('Deleting');
  await remove(path, { headers: { 'if-match': tag } });
  await remove(path);
  await remove(path);
  await get(path);
  await patch(path, { text: 'X' });
  await remove(`${annotations}/nothing`);
}
