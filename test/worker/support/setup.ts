import { env } from 'cloudflare:workers';
import { afterAll, expect } from 'vitest';
import { forgetKeys } from './client.ts';
import { emptyDatabase } from './empty.ts';
import { unboundedSteps } from './plans.ts';
import { newStatements, recordStatements } from './statements.ts';

// Test files share a workerd, one after the other: each begins with empty databases and no key.
for (const database of [env.DB, env.DB_ACME]) await emptyDatabase(database);
forgetKeys();
recordStatements();

// Whatever a test makes the service do, every statement of it reads a bounded number of rows.
afterAll(async () => {
  expect(await unboundedSteps(newStatements())).toEqual([]);
});
