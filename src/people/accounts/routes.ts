import type { AppEnv } from '../../http/app-env.ts';
import { batchBody, batchWrites, eachValid } from '../../http/batch.ts';
import { ifMatch, tagged } from '../../http/etag.ts';
import { Hono } from '../../http/hono.ts';
import { problemOf } from '../../http/problem.ts';
import { body, query, scope } from '../../http/route.ts';
import { statusOf } from '../../http/status.ts';
import { matchQueryAsTyped } from '../../lib/search-text.ts';
import { AccountBatch, AccountWrite, LooseAccountBatch } from './batch-schemas.ts';
import { AccountListQuery, AccountUpdate } from './schemas.ts';
import { accountRecord, updateAccount } from './store/internal.ts';
import { listAccounts } from './store/list.ts';
import { searchAccounts } from './store/search.ts';
import { writeAccounts } from './store/write.ts';

export const accountRoutes = new Hono<AppEnv>()
  .get('/', scope('read'), query(AccountListQuery), async (c) => {
    const { query = '', includeEmptyOnly, ...page } = c.req.valid('query');
    const words = matchQueryAsTyped(query);
    if (words !== null) {
      const isCounted = page.cursor === undefined || c.var.itemsAtOnce === undefined;
      return c.json(await searchAccounts(c.var.db, words, page, isCounted));
    }
    const emptyOnly = includeEmptyOnly === 'true' || includeEmptyOnly === '1';
    return c.json(await listAccounts(c.var.db, { ...page, emptyOnly }));
  })
  .post('/batch', scope('write'), batchBody(AccountBatch, LooseAccountBatch), async (c) => {
    const { accounts, onConflict, dryRun } = c.req.valid('json');
    const outcomes = await eachValid(batchWrites(c, AccountWrite, accounts, 'accounts'), (valid) =>
      writeAccounts(
        c.var.db,
        valid.map(({ value }) => value as AccountWrite),
        onConflict,
        dryRun,
      ),
    );
    const results = outcomes.map((outcome) => {
      if ('error' in outcome) {
        const { error } = outcome;
        return { status: statusOf(error.code), outcome: null, accountId: null, problem: problemOf(error, c) };
      }
      return { status: outcome.outcome === 'created' ? 201 : 200, ...outcome, problem: null };
    });
    return c.json({ results });
  })
  .get('/:account_id', scope('read'), async (c) => {
    return tagged(c, await accountRecord.get(c.var.db, c.req.param('account_id')));
  })
  .patch('/:account_id', scope('write'), body(AccountUpdate), async (c) => {
    const [id, patch] = [c.req.param('account_id'), c.req.valid('json')];
    return tagged(c, await updateAccount(c.var.db, id, patch, ifMatch(c)));
  });
