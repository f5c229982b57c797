import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { Annotation } from '../../../../src/analytics/annotations/schemas.ts';
import { list, newAnnotation, pathOf, post } from '../../support/annotations.ts';
import type { Problem } from '../../support/client.ts';
import { newPageId } from '../../support/pages.ts';
import { etagOf, once, outcome, timestamp, violationsOf } from '../../support/replies.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

const patch = (of: Annotation, fields: object, tag?: string) =>
  once<Annotation & Problem>('PATCH', pathOf(of), fields, tag ? { headers: { 'if-match': tag } } : {});

describe('an annotation', () => {
  test('without a page is one of the workspace', async () => {
    expect([(await newAnnotation()).pageId, (await newAnnotation({ pageId: null })).pageId]).toEqual([
      null,
      null,
    ]);
  });

  test.each(['1970-01-01T00:00:00Z', '2099-12-31T23:59:59.999Z', '2027-05-01T12:00:00+02:00'])(
    'may be of %s',
    async (happenedAt) => {
      expect((await newAnnotation({ happenedAt })).happenedAt).toBe(new Date(happenedAt).toISOString());
    },
  );

  test.each([
    '1969-12-31T23:59:59.999Z',
    '2100-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '9999-12-31T00:00:00Z',
  ])('is not of %s', async (happenedAt) => {
    const reply = await writesNothing(() => post({ happenedAt }));
    expect(violationsOf(reply)).toEqual(['body happenedAt invalid_value']);
  });

  test('of an unknown page is a 404, and writes nothing', async () => {
    const annotation = await newAnnotation();
    await writesNothing(async () => {
      for (const pageId of ['page_none', '%', "' or 1=1--"]) {
        expect(outcome(await post({ pageId }))).toEqual([404, 'page_not_found']);
        expect(outcome(await patch(annotation, { pageId, text: 'Moved' }))).toEqual([404, 'page_not_found']);
      }
    });
  });

  test('changes and keeps its author, unless it has changed since it was read', async () => {
    const made = await post();
    const pageId = await newPageId();
    const change = { text: 'Old price', happenedAt: '2026-03-05T00:00:00.000Z', pageId };
    const changed = await patch(made.body, change, etagOf(made));
    expect([changed.status, changed.body]).toEqual([200, { ...made.body, ...change, updatedAt: timestamp }]);
    expect((await patch(made.body, { pageId: null })).body.pageId).toBeNull();
    await writesNothing(async () => {
      for (const fields of [{ text: 'Late' }, { pageId: 'page_none' }, {}]) {
        const late = await patch(made.body, fields, etagOf(made));
        expect(outcome(late)).toEqual([412, 'precondition_failed']);
      }
      expect((await patch(made.body, {})).status).toBe(200);
    });
  });

  test('is deleted with its text, and the same answer comes again', async () => {
    const made = await post();
    const { annotationId } = made.body;
    const late = await once('DELETE', pathOf(made.body), undefined, { headers: { 'if-match': '"9"' } });
    expect(outcome(late)).toEqual([412, 'precondition_failed']);
    const first = await once('DELETE', pathOf(made.body), undefined, {
      headers: { 'if-match': etagOf(made) },
    });
    expect([first.status, first.body]).toEqual([200, { annotationId, deletedAt: timestamp }]);
    await writesNothing(async () => {
      expect((await once('DELETE', pathOf(made.body))).text).toBe(first.text);
      for (const [method, body] of [['GET'], ['PATCH', { text: 'X' }], ['PATCH', {}]] as const)
        expect(outcome(await once(method, pathOf(made.body), body))).toEqual([404, 'annotation_not_found']);
    });
    expect((await list('limit=100')).items.map((item) => item.annotationId)).not.toContain(annotationId);
    const row = env.DB.prepare('select text, author from annotations where annotation_id = ?');
    expect(await row.bind(annotationId).first()).toEqual({ text: '', author: '' });
  });
});
