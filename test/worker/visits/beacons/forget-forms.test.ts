import { env } from 'cloudflare:workers';
import { collect, held, newId, prepareVisits, visitOf } from '../../support/visits.ts';

prepareVisits();

const bindings = { ...held.bindings(), FORM_RATE_LIMIT_POLICY: '"form";q=3;w=600' };
/** Sends a form that names its sender. */
function submit() {
  const id = newId();
  const formSubmit = { formSubmissionId: 'f', email: `${id}@x.example` };
  return collect(visitOf(id, { formSubmit }), { 'cf-connecting-ip': '192.0.2.3' }, { bindings });
}

test('forms are accepted again after the window; the cron then removes the old ones', async () => {
  for (let n = 0; n < 3; n++) await submit();
  const count = () => env.DB.prepare('select count(*) as n from form_submits').first<number>('n');
  await held.cron();
  expect(await count()).toBeGreaterThan(0);
  await env.DB.prepare('update form_submits set received_at = received_at - 600001').run();
  expect((await submit()).status).toBe(202);
  await held.cron();
  expect(await count()).toBe(1);
});
