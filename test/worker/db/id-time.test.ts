import { env } from 'cloudflare:workers';
import { idTime, idTimeSql, timeOfId } from '../../../src/db/id-time.ts';

test('SQL and the service write a time in the same way, in the order of times', async () => {
  const times = [0, 1, 31, 32, 1_763_990_421_318, 1_763_990_421_319, Date.UTC(9999, 11), 2 ** 48 - 1];
  const { results } = await env.DB.prepare(
    `select ${idTimeSql('value')} as code from json_each(?) order by key`,
  )
    .bind(JSON.stringify(times))
    .all<{ code: string }>();
  const codes = results.map(({ code }) => code);
  expect(codes).toEqual(times.map(idTime));
  expect(codes).toEqual(codes.toSorted());
  expect(codes.map((code) => timeOfId(`page_link_${code}0000000000000000`))).toEqual(times);
  expect(['', 'page_', 'page_1', 'page_link_uuuuuuuuuuuu', '%'].map(timeOfId)).toEqual([0, 0, 0, 0, 0]);
  for (const code of codes) expect(code).toMatch(/^[0-7][0-9a-hjkmnp-tv-z]{9}$/);
});
