import { createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import worker from '../../../src/index.ts';

/** A batch that the cron has sent: the workspace, its statements, and the rows that it wrote. */
interface Sent {
  workspace: string;
  statements: number;
  written: number;
}

/** The bindings of two workspaces, and what was sent to them. `fail` may throw before a batch. */
export function watched(fail: (nth: number) => void = () => {}, replaced: Partial<typeof env> = {}) {
  const sent: Sent[] = [];
  const watch = (binding: D1Database, workspace: string) =>
    new Proxy(binding, {
      get: (target, name) => {
        if (name !== 'withSession') return Reflect.get(target, name);
        return (constraint: string) => {
          const session = target.withSession(constraint);
          return {
            prepare: session.prepare.bind(session),
            getBookmark: () => session.getBookmark(),
            batch: async (statements: D1PreparedStatement[]) => {
              const one: Sent = { workspace, statements: statements.length, written: 0 };
              sent.push(one);
              fail(sent.length);
              const results = await session.batch(statements);
              one.written = results.reduce((sum, { meta }) => sum + meta.rows_written, 0);
              return results;
            },
          };
        };
      },
    });
  const bindings = { ...env, ...replaced, DB: watch(env.DB, 'main'), DB_ACME: watch(env.DB_ACME, 'acme') };
  const { UNMIGRATED: _, UPGRADED: __, ...both } = bindings as typeof env;
  const run = () => worker.scheduled(createScheduledController(), both as object as typeof env);
  return { sent, run };
}
