import { newSource, setSecret, sign } from '../../support/sources.ts';
import { setClock } from '../../support/times.ts';

afterEach(() => vi.useRealTimers());

const statusWith = async (source: Awaited<ReturnType<typeof newSource>>, secret: string, id: string) =>
  (await sign(source, `{"zen": "${id}"}`, { secret, id })).status;

test('the secret before is valid until its time is over', async () => {
  const source = await newSource('github');
  await setSecret(source, { secret: 'another-secret', overlapSeconds: 3600 });
  expect(await statusWith(source, 'a-secret-of-ours', 'one')).toBe(200);
  expect(await statusWith(source, 'another-secret', 'two')).toBe(200);
  setClock(Date.now() + 3_601_000);
  expect(await statusWith(source, 'a-secret-of-ours', 'three')).toBe(401);
  expect(await statusWith(source, 'another-secret', 'four')).toBe(200);
});
