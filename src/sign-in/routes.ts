import { Hono } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import { body } from '../http/validate.ts';
import { signInByAccess } from './by-access.ts';
import { signInByCode } from './by-code.ts';
import { SignIn } from './schemas.ts';

/** Needs no key: it gives one. */
export const signInRoutes = new Hono<AppEnv>().post('/', body(SignIn), async (c) => {
  const { code } = c.req.valid('json');
  const key = code === undefined ? await signInByAccess(c) : await signInByCode(c, code);
  return c.json(key, 201);
});
