import type { Config } from 'drizzle-kit';

export default { dialect: 'sqlite', schema: './src/db/tables.ts', out: './drizzle' } satisfies Config;
