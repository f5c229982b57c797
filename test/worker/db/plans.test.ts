import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { stepsOf } from '../support/plans.ts';

const boundsOf = async (text: string) => (await stepsOf(env.DB, text)).map(({ bound }) => bound);

test.each([
  ['a scan', 'select * from "persons" where "persons"."name" = ?'],
  [
    'a scan that a page does not end',
    'select * from "persons" where "persons"."name" = ? order by "persons"."seq" limit ?',
  ],
  ['a part of a key', 'select * from "idempotency_keys" where "idempotency_keys"."resource" = ?'],
  [
    'a page whose rows are sorted first',
    'select * from "audience_sessions" where "audience_sessions"."page_id" = ? order by "audience_sessions"."page_url" limit ?',
  ],
  [
    'a page of an index that a filter reads on from',
    'select * from "audience_sessions" where "audience_sessions"."page_id" = ? and "audience_sessions"."page_url" = ? order by "audience_sessions"."session_started_at" desc limit ?',
  ],
  [
    'a sum over a whole table',
    'select count(*) from "session_blocks" where "session_blocks"."is_removed" = ?',
  ],
  [
    'a join that starts from the wrong table',
    'select 1 from json_each(?) as link join "idempotency_keys" on "idempotency_keys"."resource" = ?',
  ],
])('nothing bounds %s', async (_what, text) => {
  expect(await boundsOf(text)).toContain(undefined);
});

test.each([
  ['a key', 'select * from "persons" where "persons"."email" = ?', ['a key']],
  [
    'a page',
    'select * from "persons" where "persons"."seq" < ? order by "persons"."seq" desc limit ?',
    ['a page'],
  ],
  [
    'the request and a key',
    'select 1 from json_each(?) as item cross join "persons" where "persons"."person_id" = item.value',
    ['the request', 'a key'],
  ],
])('%s bounds a statement', async (_what, text, bounds) => {
  expect(await boundsOf(text)).toEqual(bounds);
});
