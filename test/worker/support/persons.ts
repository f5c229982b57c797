import type { PersonLogCreated } from '../../../src/people/logs/body-schemas.ts';
import type { Person } from '../../../src/people/persons/schemas.ts';
import { type Problem, type RequestOptions, send } from './client.ts';
import { ok } from './replies.ts';

export const post = <T = Person & Problem>(fields: object = {}, options?: RequestOptions) =>
  send<T>('POST', '/v0/persons', { name: 'Anna Berg', ...fields }, options);
export const get = <T = Person & Problem>(personId: string | null) =>
  send<T>('GET', `/v0/persons/${personId}`);
export const patch = <T = Person>(personId: string, fields: object) =>
  send<T>('PATCH', `/v0/persons/${personId}`, fields);

/** Creates a person. */
export const newPerson = (fields: object = {}, options?: RequestOptions): Promise<Person> =>
  ok(post<Person>(fields, options));
/** A person who exists. */
export const personOf = (personId: string): Promise<Person> => ok(get<Person>(personId));

/** Writes a log of a person. */
export const log = (fields: object = {}, options?: RequestOptions) => {
  const body = { source: 'crm', payload: {}, ...fields };
  return send<PersonLogCreated & Problem>('POST', '/v0/person_logs', body, options);
};
