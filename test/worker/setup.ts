import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterAll, expect } from 'vitest';
import { unboundedSteps } from './plans.ts';
import { heardStatements, recordStatements } from './statements.ts';

await applyD1Migrations(env.DB, env.MIGRATIONS);
await applyD1Migrations(env.DB_ACME, env.MIGRATIONS);
recordStatements();

// Whatever a test makes the service do, every statement of it reads a bounded number of rows.
afterAll(async () => {
  expect(await unboundedSteps(heardStatements())).toEqual([]);
});
