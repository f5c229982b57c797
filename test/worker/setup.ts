import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

await applyD1Migrations(env.DB, env.MIGRATIONS);
await applyD1Migrations(env.DB_ACME, env.MIGRATIONS);
