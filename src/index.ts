import { app } from './app.ts';
import type { Bindings } from './env.ts';
import { queue, scheduled } from './processing/handlers.ts';

export default { fetch: app.fetch, queue, scheduled } satisfies ExportedHandler<Bindings>;
