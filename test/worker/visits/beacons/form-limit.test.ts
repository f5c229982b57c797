import { env } from 'cloudflare:workers';
import type { Visit } from '../../../../src/visits/beacons/schemas.ts';
import { contents } from '../../support/client.ts';
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

describe('the forms of one address', () => {
  const from = (address: string, visit: Visit) =>
    collect(visit, { 'cf-connecting-ip': address }, { bindings: { ...held.bindings(), ...limit } });
  const limit = { FORM_RATE_LIMIT_POLICY: '"form";q=3;w=600' };

  test('have a limit apart from visits; a form that is reported again counts once', async () => {
    const first = visitWithForm();
    for (const visit of [first, first, visitWithForm(), first, visitWithForm()])
      expect((await from('203.0.113.1', visit)).status).toBe(202);
    const beyond = visitWithForm();
    const { status, body, headers } = await from('203.0.113.1', beyond);
    expect([status, body.code]).toEqual([429, 'rate_limited']);
    expect(headers.get('ratelimit-policy')).toBe('"form";q=3;w=600');
    expect(headers.get('ratelimit')).toMatch(/^"form";r=0;t=\d+$/);
    const wait = Number(headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(600);
    // The visit counts without its form.
    const { formSubmit: _, ...rest } = beyond;
    expect(held.sent.at(-1)?.visit).toEqual(rest);

    for (const visit of [
      first,
      visitOf(newId()),
      visitOf(newId(), { formSubmit: { formSubmissionId: 'f' } }),
    ])
      expect((await from('203.0.113.1', visit)).status).toBe(202);
    expect((await from('203.0.113.2', visitWithForm())).status).toBe(202);
  });

  test('count by network: all addresses of an IPv6 subscriber count as one', async () => {
    const addresses = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:2:3:4:5:6'];
    for (const address of addresses) expect((await from(address, visitWithForm())).status).toBe(202);
    expect((await from('2001:db8:1:2:8::', visitWithForm())).status).toBe(429);
    for (const other of [
      '2001:db8:1:3::1',
      '::ffff:198.51.100.1',
      '::ffff:198.51.100.2',
      '::1',
      '198.51.100.3',
    ])
      for (let n = 0; n < 3; n++) expect((await from(other, visitWithForm())).status).toBe(202);
    expect((await from('198.51.100.1', visitWithForm())).status).toBe(429);
  });

  test('are limited to 60 in 10 minutes by default, and no address is stored in plain text', async () => {
    const address = '203.0.113.77';
    const statuses: number[] = [];
    for (let n = 0; n < 62; n++)
      statuses.push((await collect(visitWithForm(), { 'cf-connecting-ip': address })).status);
    expect(statuses).toEqual([...Array(60).fill(202), 429, 429]);
    expect(JSON.stringify(await contents())).not.toContain(address);
  });
});
