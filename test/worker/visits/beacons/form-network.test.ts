import { env } from 'cloudflare:workers';
import { after, minute } from '../../support/times.ts';
import { collect, held, newId, prepareVisits, visitOf } from '../../support/visits.ts';

prepareVisits();

/** Two forms of an address, and so twenty of a network, in ten minutes. */
const limited = { ...env, FORM_RATE_LIMIT_POLICY: '"form";q=2;w=600' };

const visitWithForm = () => {
  const id = newId();
  return visitOf(id, { formSubmit: { formSubmissionId: 'f', email: `${id}@network.example` } });
};

/** Sends a form that names its sender, by default a new one. */
async function submit(address: string, visit = visitWithForm()) {
  const { status, headers } = await collect(
    visit,
    { 'cf-connecting-ip': address },
    { bindings: { ...limited, ...held.bindings() } },
  );
  return { status, policy: headers.get('ratelimit-policy'), wait: Number(headers.get('retry-after')) };
}

describe('the forms of a network of IPv6', () => {
  test('are ten times those of an address, whatever addresses send them, in ten minutes', async () => {
    const visits = Array.from({ length: 20 }, visitWithForm);
    for (const [index, visit] of visits.entries()) {
      // A new address of 64 bits each time: a subscriber with 56 bits has 256 of them.
      expect((await submit(`2001:db8:7:${index.toString(16)}::1`, visit)).status).toBe(202);
    }
    const refused = await submit('2001:db8:7:ff::1');
    expect([refused.status, refused.policy]).toEqual([429, '"form-network";q=20;w=600']);
    expect(refused.wait).toBeGreaterThan(500);
    expect(refused.wait).toBeLessThanOrEqual(600);
    // A form that is known is no new one.
    expect((await submit('2001:db8:7:3::1', visits[3])).status).toBe(202);
    expect((await submit('2001:db8:8::1')).status).toBe(202);
    await after(11 * minute, async () => {
      expect((await submit('2001:db8:7:ff::1')).status).toBe(202);
    });
  });

  test('do not raise the limit of one of its addresses', async () => {
    for (const [host, status] of [
      ['1', 202],
      ['2', 202],
      ['3', 429],
    ]) {
      const sent = await submit(`2001:db8:9:1::${host}`);
      expect(sent.status).toBe(status);
      if (status === 429) expect(sent.policy).toBe('"form";q=2;w=600');
    }
    expect((await submit('2001:db8:9:2::1')).status).toBe(202);
  });

  test('are not those of IPv4 addresses, also where these are written as IPv6', async () => {
    for (let host = 1; host <= 25; host++) {
      const address = host % 2 === 0 ? `192.0.2.${host}` : `::ffff:192.0.2.${host}`;
      expect((await submit(address)).status).toBe(202);
    }
  });
});
