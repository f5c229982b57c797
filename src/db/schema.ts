export * from './schema/accounts';
export * from './schema/api-keys';
export * from './schema/counters';
export * from './schema/logs';
export * from './schema/persons';
