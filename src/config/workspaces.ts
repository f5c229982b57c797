import type { Bindings } from './bindings.ts';

/** The names of the workspaces that this deployment has. */
export const workspacesOf = (env: Bindings): string[] =>
  Object.keys(env).flatMap((name) =>
    name === 'DB' ? 'main' : (/^DB_(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? []),
  );

/** The binding of a workspace; undefined when this deployment has no workspace of that name. */
export const databaseOf = (env: Bindings, workspace: string): D1Database | undefined =>
  workspace === 'main' ? env.DB : env[`DB_${workspace.toUpperCase()}`];
