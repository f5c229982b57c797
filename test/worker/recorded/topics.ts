import type { Topic, TopicEntry } from '../../../src/content/topics/schemas.ts';
import type { Recorder } from './recorder.ts';

const topics = '/v0/topics';

async function creating({ say, get, post }: Recorder) {
  say('Creating topics');
  await get(topics);
  const minimal = await post<Topic>(topics, { title: 'First' });
  await post(topics, { title: 'Fragen 質問', purpose: 'Line\nline', sortOrder: -1e9, isDefault: true });
  await post(topics, { title: 'Between', sortOrder: 0.5 });
  await post(topics, { title: 'Same', sortOrder: 0.5 });
  await post(topics, { title: 'Last', sortOrder: 1e9 });
  await post(topics, { title: 'No room behind' });
  await post(topics);
  await post(topics, {
    title: ' ',
    purpose: null,
    sortOrder: 1_000_000_000.5,
    isDefault: 'yes',
    entries: [],
  });
  await post(topics, { title: 't\nt', purpose: 'p'.repeat(2001), sortOrder: '1' });
  return minimal.body.topicId;
}

async function entriesOf(recorder: Recorder, topicId: string) {
  const { say, get, post, patch, delete: remove, pages } = recorder;
  const entries = `${topics}/${topicId}/entries`;
  const content = { type: 'question', content: 'What does it cost? 多少' };
  say('Entries');
  await get(entries);
  const entry = await post<TopicEntry>(entries, { content });
  await post(entries, { content: { ...content, content: 'Line\n\tline' }, sortOrder: -0.25 });
  await post(entries, { content, sortOrder: 1e-7 });
  await post(entries);
  await post(entries, { content: { type: 'No Kebab', content: '', x: 1 }, sortOrder: -1e10, topicId: 'x' });
  await post(`${topics}/nothing/entries`, { content });
  await get(entries);
  await pages(`${entries}?limit=1`, ['topic_entries', topicId]);
  await get(`${entries}?limit=0`);
  await get(`${entries}?cursor=x`);
  await get(`${topics}/nothing/entries`);
  const path = `${entries}/${entry.body.topicEntryId}`;
  const tag = (await get(path)).headers.get('etag') ?? '';
  await get(path, { headers: { 'if-none-match': tag } });
  await get(`${entries}/nothing`);
  await get(`${topics}/nothing/entries/${entry.body.topicEntryId}`);
  await patch(path, { content: { content: 'Changed' } }, { headers: { 'if-match': tag } });
  await patch(path, { sortOrder: 7 }, { headers: { 'if-match': tag } });
  await patch(path, { sortOrder: 7, content: {} });
  await patch(path, {});
  await patch(path, { sortOrder: null, content: { type: '', content: 1 }, x: 1 });
  await patch(`${entries}/nothing`, { sortOrder: 1 });
  await remove(path, { headers: { 'if-match': '"9"' } });
  await remove(path);
  await remove(path);
  await get(path);
  await patch(path, { sortOrder: 1 });
  await remove(`${entries}/nothing`);
  return entries;
}

async function filled({ say, post, get, unrecorded }: Recorder, entries: string) {
  say('A topic that is full');
  const content = { type: 'fact', content: 'x' };
  say('(48 entries are posted)');
  for (let n = 0; n < 48; n++) await unrecorded('POST', entries, { body: { content } });
  await post(entries, { content });
  await get(`${entries}?limit=100`);
}

/** Topics and their entries. */
export async function topicSlice(recorder: Recorder) {
  const { say, get, patch, pages, delete: remove } = recorder;
  const topicId = await creating(recorder);
  const path = `${topics}/${topicId}`;
  const entries = await entriesOf(recorder, topicId);

  say('Reading topics');
  const tag = (await get(path)).headers.get('etag') ?? '';
  await get(path, { headers: { 'if-none-match': tag } });
  await get(`${topics}/topic_01jqzzzzzzzzzzzzzzzzzzzzzz`);
  await get(topics);
  await pages(`${topics}?limit=2`, ['topics']);
  await get(`${topics}?limit=101`);
  await get(`${topics}?cursor=MS4xLjE`);

  say('Updating topics');
  await patch(path, { title: 'First of all', isDefault: true }, { headers: { 'if-match': tag } });
  await patch(path, { title: 'stale' }, { headers: { 'if-match': tag } });
  await patch(path, { purpose: '', sortOrder: -3.75 });
  await patch(path, {});
  await patch(path, { title: null, purpose: 1, sortOrder: 2e9, isDefault: null, topicId: 'x' });
  await patch(`${topics}/nothing`, { title: 'x' });

  await filled(recorder, entries);
  say('Deleting topics');
  await remove(path, { headers: { 'if-match': '"1"' } });
  await remove(path);
  await remove(path);
  await get(path);
  await get(entries);
  await patch(path, { title: 'x' });
  await remove(`${topics}/nothing`);
  await get(topics);
}
