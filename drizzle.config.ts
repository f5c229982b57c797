import type { Config } from 'drizzle-kit';

export default { dialect: 'sqlite', schema: './src/schema/tables.ts', out: './drizzle' } satisfies Config;
