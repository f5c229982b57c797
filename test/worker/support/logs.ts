import type { PersonLogCreate, PersonLogCreated } from '../../../src/people/logs/body-schemas.ts';
import { type Problem, send } from './client.ts';
import { ok } from './replies.ts';

export type Write = Partial<PersonLogCreate>;
/** Writes a log of a person. */
export const write = (fields: Write = {}) =>
  send<PersonLogCreated>('POST', '/v0/person_logs', { source: 'form', payload: { n: 1 }, ...fields });

let unique = 0;
/** An email, a phone and a profile that no other test uses. */
export function newIds() {
  unique += 1;
  return {
    email: `p${unique}@company-${unique}.example`,
    phoneNumber: `+1555${String(unique).padStart(7, '0')}`,
    linkedinProfileUrl: `https://www.linkedin.com/in/p-${unique}`,
  };
}

export interface Created {
  personId?: string;
  accountId?: string;
  personLogId?: string;
  accountLogId?: string;
  createdAt: string;
}
export interface Log {
  personLogId?: string;
  accountLogId?: string;
  createdAt: string;
  occurredAt: string | null;
}

export const routes = { person: '/v0/person_logs', account: '/v0/account_logs' };
type Kind = keyof typeof routes;
export const kinds = Object.keys(routes) as Kind[];

/** Names the owner of a log by the domain of their company. Each person has a slug of their own: another costs a read. */
const ownerOf = (kind: Kind, domain: string) =>
  kind === 'person' ? { email: `${domain}@${domain}` } : { domain };

export const writeOf = <T = Created & Problem>(kind: Kind, domain: string, fields: object = {}) =>
  send<T>('POST', routes[kind], { source: 'crm', payload: { n: 1 }, ...ownerOf(kind, domain), ...fields });
export const writtenOf = (kind: Kind, domain: string, fields: object = {}) =>
  ok(writeOf<Created>(kind, domain, fields));

export const idOf = ({ personLogId, accountLogId }: Created | Log) => personLogId ?? accountLogId;

let domains = 0;
/** A domain that no other test uses. */
export const newDomain = () => `occurred-${domains++}.example`;
