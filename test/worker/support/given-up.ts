import { env } from 'cloudflare:workers';
import type { System } from '../../../src/health/system-schemas.ts';
import type { Visit } from '../../../src/visits/beacons/schemas.ts';
import { type Problem, send } from './client.ts';
import { silent } from './faults.ts';
import { ok } from './replies.ts';
import { now } from './times.ts';
import { held, messageOf, newId, visitOf } from './visits.ts';

/** What the service says of itself. */
export const system = (): Promise<System> => ok(send<System>('GET', '/v0/system'));
/** What it says was given up of a visit or a version. */
export const givenUpOf = async (is: (one: System['givenUp']['items'][number]) => boolean) =>
  (await system()).givenUp.items.filter(is);
/** Sends it again. */
export const sendAgain = (id: string) =>
  send<System['givenUp']['items'][number] & Problem>('POST', `/v0/system/given_up/${id}/send`, {});

/** D1 refuses sessions with this id until the function that it returns has run. */
export async function refuse(id: string): Promise<() => Promise<unknown>> {
  await env.DB.prepare('drop trigger if exists refused').run();
  await env.DB.prepare(
    `create trigger refused before insert on audience_sessions when new.analytics_session_id = '${id}'
     begin select raise(abort, 'secret@person.example'); end`,
  ).run();
  return () => env.DB.prepare('drop trigger refused').run();
}

/** Lets a visit fail until it is given up. Returns its id, and what lets it pass. */
export async function giveUp(fields: Partial<Visit> = {}, receivedAt = now, attempts = 100) {
  const id = newId();
  const pass = await refuse(id);
  const message = messageOf(visitOf(id, fields), receivedAt);
  const { result } = await silent(() => held.deliver([message], {}, 'footfall-visits-dead', attempts));
  return { id, pass, result };
}
