import { send } from './open.ts';

/** A name that would be an element if anything took it for markup. */
export const markup = '<img src=x onerror=alert(1)>';

/** A new person with two logs. */
export async function newPerson(name: string, email: string): Promise<string> {
  const { personId = '' } = await send('POST', 'persons', { name, email });
  const payload = { note: markup, plan: 'team' };
  await send('POST', 'person_logs', { personId, source: 'crm', type: 'deal-won', payload });
  await send('POST', 'person_logs', {
    personId,
    source: 'website-form',
    type: 'form-submitted',
    payload: {},
  });
  return personId;
}
