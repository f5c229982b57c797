import type { Bindings } from '../../config/bindings.ts';

/** Whether `VISIT_ORIGINS` names an origin: it holds for all workspaces. */
export const isConfigured = (env: Bindings, origin: string): boolean =>
  (env.VISIT_ORIGINS ?? '').split(/\s+/).includes(origin);
