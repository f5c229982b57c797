import { Hono } from 'hono';
import { openDatabase } from '../db/client.ts';
import type { AppEnv } from '../env.ts';
import { takeAddressToken } from '../middleware/rate-limit.ts';
import { ping } from './store.ts';

/** Needs no key: says whether the worker runs and D1 answers; 503 when it does not. */
export const healthRoutes = new Hono<AppEnv>().get('/', async (c) => {
  await takeAddressToken(c);
  await ping(openDatabase(c.env.DB, 'first-unconstrained', c.var.meter).db);
  return c.json({ status: 'ok' as const, d1: 'ok' as const });
});
