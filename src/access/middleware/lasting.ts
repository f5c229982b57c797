import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../../http/app-env.ts';
import { requiring } from '../../http/requirements.ts';
import { liveKeyGuard } from '../api-keys/store/maker.ts';

/**
 * For a route whose work goes on acting or sending after the request: every batch asks the database whether the key is
 * still valid. For a minute, an isolate may remember a key that was revoked. Otherwise the route throws `invalid_api_key`.
 */
export const lasting = () =>
  requiring(
    { isLasting: true },
    createMiddleware<AppEnv>(async function lasting(c, next) {
      const { db, apiKey } = c.var;
      db.guard = liveKeyGuard(apiKey);
      await next();
      db.guard = undefined;
    }),
  );
