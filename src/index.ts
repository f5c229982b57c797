import { app } from './app.ts';
import type { Bindings } from './config/bindings.ts';
import { fromFirstParty } from './http/middleware/first-party.ts';

export default {
  fetch: (request, env, context) => app.fetch(fromFirstParty(request, env), env, context),
  queue: async (batch, env, context) => (await import('./worker/queues.ts')).queue(batch, env, context),
  scheduled: async (event, env) => (await import('./worker/cron.ts')).scheduled(event, env),
} satisfies ExportedHandler<Bindings>;
