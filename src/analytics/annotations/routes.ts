import { authorOf } from '../../access/api-keys/author.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ifMatch, tagged } from '../../http/etag.ts';
import { Hono } from '../../http/hono.ts';
import { body, query, scope } from '../../http/route.ts';
import { AnnotationCreate, AnnotationListQuery, AnnotationUpdate } from './schemas.ts';
import { annotationRecord, createAnnotation, updateAnnotation } from './store/internal.ts';
import { listAnnotations } from './store/list.ts';

export const annotationRoutes = new Hono<AppEnv>()
  .get('/', scope('read'), query(AnnotationListQuery), async (c) => {
    return c.json(await listAnnotations(c.var.db, c.req.valid('query')));
  })
  .post('/', scope('write'), body(AnnotationCreate), async (c) => {
    const author = authorOf(c.var.apiKey);
    return tagged(c, await createAnnotation(c.var.db, c.req.valid('json'), author), 201);
  })
  .get('/:annotation_id', scope('read'), async (c) => {
    return tagged(c, await annotationRecord.get(c.var.db, c.req.param('annotation_id')));
  })
  .patch('/:annotation_id', scope('write'), body(AnnotationUpdate), async (c) => {
    const annotationId = c.req.param('annotation_id');
    return tagged(c, await updateAnnotation(c.var.db, annotationId, c.req.valid('json'), ifMatch(c)));
  })
  .delete('/:annotation_id', scope('write'), async (c) => {
    return tagged(c, await annotationRecord.remove(c.var.db, c.req.param('annotation_id'), ifMatch(c)));
  });
