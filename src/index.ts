import { app } from './app.ts';
import type { Bindings } from './config/bindings.ts';
import { fromFirstParty } from './http/middleware/first-party.ts';

type Queue = typeof import('./worker/queues.ts').queue;
type Scheduled = typeof import('./worker/cron.ts').scheduled;

export default {
  fetch: (request, env, context) => app.fetch(fromFirstParty(request, env), env, context),
  queue: (async (...batch) => (await import('./worker/queues.ts')).queue(...batch)) satisfies Queue,
  scheduled: (async (...event) => (await import('./worker/cron.ts')).scheduled(...event)) satisfies Scheduled,
} satisfies ExportedHandler<Bindings>;
