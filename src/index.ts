import { app } from './app.ts';
import type { Bindings } from './bindings.ts';
import { scheduled } from './worker/cron.ts';
import { queue } from './worker/queues.ts';

export default { fetch: app.fetch, queue, scheduled } satisfies ExportedHandler<Bindings>;
