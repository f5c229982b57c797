import { app } from './app.ts';
import type { Bindings } from './config/bindings.ts';
import { fromFirstParty } from './http/middleware/first-party.ts';
import { scheduled } from './worker/cron.ts';
import { queue } from './worker/queues.ts';

export default {
  fetch: (request, env, context) => app.fetch(fromFirstParty(request, env), env, context),
  queue,
  scheduled,
} satisfies ExportedHandler<Bindings>;
