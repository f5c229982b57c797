export * from './schema/accounts.ts';
export * from './schema/api-keys.ts';
export * from './schema/counters.ts';
export * from './schema/logs.ts';
export * from './schema/persons.ts';
