import type { Unstable_RawConfig } from 'wrangler';

/** The environment that is derived from the top level of wrangler.toml. */
export const staging = 'staging';

/**
 * The configuration of staging: the top level, with other names for whatever two deployments must not share, and without
 * its routes. What `[env.staging]` says itself goes before.
 */
export function stagingOf({ env = {}, route: _, routes: __, ...top }: Unstable_RawConfig) {
  const own = env[staging] ?? {};
  const { name: service = '', d1_databases, queues, ratelimits } = top;
  const renamed = (name = '') =>
    service && name.startsWith(service)
      ? name.replace(service, `${service}-${staging}`)
      : `${staging}-${name}`;
  return {
    ...top,
    ...(top.name && { name: renamed(top.name) }),
    ...(d1_databases && {
      d1_databases: d1_databases.map((one) => ({
        ...one,
        database_name: one.database_name && renamed(one.database_name),
      })),
    }),
    ...(queues && {
      queues: {
        producers: queues.producers?.map((one) => ({ ...one, queue: renamed(one.queue) })),
        consumers: queues.consumers?.map(({ dead_letter_queue: dead, ...one }) => ({
          ...one,
          queue: renamed(one.queue),
          ...(dead && { dead_letter_queue: renamed(dead) }),
        })),
      },
    }),
    ...(ratelimits && {
      ratelimits: ratelimits.map((one) => ({ ...one, namespace_id: String(Number(one.namespace_id) + 1) })),
    }),
    ...own,
    ...(top.vars && { vars: { ...top.vars, ...own.vars } }),
  };
}
