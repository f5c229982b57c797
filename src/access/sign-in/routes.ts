import { Hono } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import { body } from '../../http/validate.ts';
import { workspaceOfShareCode } from '../share-links/code.ts';
import { signInByAccess } from './by-access.ts';
import { signInByCode } from './by-code.ts';
import { signInByShare } from './by-share.ts';
import { SignIn } from './schemas.ts';

/** Needs no key: it gives one. */
export const signInRoutes = new Hono<AppEnv>().post('/', body(SignIn), async (c) => {
  const { code } = c.req.valid('json');
  if (code === undefined) return c.json(await signInByAccess(c), 201);
  const shared = workspaceOfShareCode(code);
  const key = shared === undefined ? await signInByCode(c, code) : await signInByShare(c, shared, code);
  return c.json(key, 201);
});
