import type { PersonBatchResult } from '../../../../src/people/persons/body-schemas.ts';
import { send } from '../../support/client.ts';
import { newPhone } from '../../support/erasures.ts';
import { newPerson } from '../../support/persons.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

type Result = PersonBatchResult['results'][number];
const write = async (persons: object[], onConflict: string, dryRun?: boolean) => {
  const reply = await send<PersonBatchResult>('POST', '/v0/persons/batch', { persons, onConflict, dryRun });
  expect(reply.status, reply.text).toBe(200);
  return { results: reply.body.results, cost: reply.cost };
};

/** A result without what only a write has: the id of who was created, and the place in the list of what is wrong. */
const comparable = ({ personId, problem, ...rest }: Result) => ({
  ...rest,
  personId: rest.outcome === 'created' && !rest.replayed ? null : personId,
  problem: problem && { code: problem.code, errors: problem.errors?.map(({ message }) => message) },
});

let count = 0;
const word = () => `d${count++}`;

/** Writes for persons and companies who are known in all ways, and for some who are not. */
async function manyWrites(): Promise<object[]> {
  const [held, free, domain, handle] = [newPhone(), newPhone(), `${word()}.example`, word()];
  await newPerson({ name: 'Holder', email: `${word()}@holder.example`, phoneNumber: held });
  const known = await newPerson({ name: 'Known', email: `${word()}@${domain}` });
  const nameless = { email: `${word()}@${word()}.example` };
  await write([nameless], 'fill');
  const free1 = { email: `${word()}@gmail.com` };
  await newPerson({ name: 'Free', ...free1 });
  const named = `${word()}.example`;
  await write([{ email: `${word()}@${named}`, companyName: 'Named' }], 'fill');
  const key = word();
  await write([{ email: `${word()}@${domain}`, idempotencyKey: key, name: 'Keyed' }], 'fill');
  const { email } = known;
  return [
    { email },
    { email, name: 'Other' },
    { email, name: 'Known', phoneNumber: free },
    { email, phoneNumber: held },
    { email, linkedinProfileUrl: handle, companyName: 'Company' },
    { email, companyName: 'Company' },
    { email, companyName: domain },
    { email, domain: `${word()}.example`, companyName: 'Moved' },
    { email, domain: named, companyName: 'Moved' },
    { phoneNumber: held, email },
    { phoneNumber: held, email: `${word()}@new.example`, companyName: 'C' },
    { ...nameless, name: 'Now named', companyName: 'N' },
    { ...free1, companyName: 'Nobody’s' },
    { ...free1, domain: named, companyName: 'Nobody’s' },
    { email: `${word()}@${word()}.example`, companyName: 'New one' },
    { email: `${word()}@${word()}.example`, name: 'New', domain: named, companyName: 'Another name' },
    { email: `${word()}@${domain}`, companyName: 'Company 2' },
    { email: `${word()}@gmail.com`, name: 'New', companyName: 'None' },
    { email: `${word()}@${domain}`, phoneNumber: held, linkedinProfileUrl: handle },
    { linkedinProfileUrl: handle },
    { email: 'bad@', name: 'Bad' },
    { name: 'Nobody' },
    { email, idempotencyKey: key },
    { email, idempotencyKey: word(), phoneNumber: free },
  ];
}

describe('a dry run of a list of persons', () => {
  test.each(['fill', 'update', 'skip'])(
    'with %s says of each what the write alone does',
    async (onConflict) => {
      const writes = await manyWrites();
      for (const [index] of writes.entries()) {
        // Each anew, because a write changes what the next one finds.
        const one = (await manyWrites())[index] as object;
        const dry = await write([one], onConflict, true);
        expect(dry.cost).toMatchObject({ written: 0 });
        const real = await write([one], onConflict, false);
        expect(dry.results.map(comparable), JSON.stringify(one)).toEqual(real.results.map(comparable));
      }
    },
  );

  test('says of a write with a known key what it was', async () => {
    const one = { email: `${word()}@${word()}.example`, idempotencyKey: word() };
    const [real] = (await write([one], 'fill')).results;
    const [replay, other] = (await write([one, { ...one, name: 'Other' }], 'fill', true)).results;
    expect(replay).toEqual({ ...real, status: 201, ignored: null, replayed: true });
    expect(other).toMatchObject({ status: 422, problem: { code: 'idempotency_mismatch' } });
  });

  test('writes nothing, in one trip, and looks at each alone', async () => {
    const writes = await manyWrites();
    await writesNothing(async () => {
      const { results, cost } = await write([...writes, ...writes], 'update', true);
      expect(cost).toMatchObject({ trips: 1, written: 0 });
      const [first, second] = [results.slice(0, writes.length), results.slice(writes.length)];
      expect(second.map(comparable)).toEqual(first.map(comparable));
      expect(new Set(results.map(({ outcome }) => outcome))).toEqual(
        new Set(['created', 'updated', 'unchanged', null]),
      );
    });
  });
});
