import type { ExportEnded } from '../../../src/backup/schemas.ts';
import { longestRest } from '../../../src/backup/store/end.ts';
import { afresh, exportPath, part, schemaOf, source } from '../support/backup.ts';
import { type Problem, send } from '../support/client.ts';
import { watched } from '../support/cron.ts';
import { newPerson } from '../support/persons.ts';
import { numberOf } from '../support/tables.ts';
import { setClock } from '../support/times.ts';

beforeEach(afresh);

test('its triggers are there while an export runs, no part of the schema, and gone with the last one', async () => {
  const schema = await schemaOf(source);
  const first = await part();
  expect((await send('GET', '/health', undefined, { key: null })).status).toBe(200);
  expect((await schemaOf(source)).length).toBeGreaterThan(schema.length);
  const second = await part();
  const idOf = ({ lines }: { lines: string[] }) =>
    (JSON.parse(lines[0] ?? '') as { footfall: { exportId: string } }).footfall.exportId;
  const end = (id: string) => send<ExportEnded>('DELETE', `${exportPath}?exportId=${id}`);
  const [exportId, isEnded] = [idOf(first), true];
  expect(await end(exportId)).toMatchObject({ status: 200, body: { exportId, isEnded } });
  expect((await schemaOf(source)).length).toBeGreaterThan(schema.length);
  expect((await send<Problem>('GET', `${exportPath}?cursor=${first.next}`)).body.code).toBe('export_ended');
  const noted = (await schemaOf(source)).length;
  await newPerson({ email: 'noted@export.example' });
  expect(await numberOf('select count(*) from export_changes')).toBeGreaterThan(0);
  // So many statements that they fit into an invocation on Workers Free, which has 50.
  let requests = 1;
  while (!(await end(idOf(second))).body.isEnded) requests++;
  const count = (await schemaOf(source)).length;
  expect(requests).toBe(Math.ceil((noted - count) / 40));
  expect((await end(idOf(second))).body.isEnded).toBe(true);
  expect(await schemaOf(source)).toEqual(schema);
  expect(await numberOf('select count(*) from export_changes')).toBe(0);
});

test('one that nobody goes on with ends after an hour', async () => {
  const schema = await schemaOf(source);
  const { next } = await part();
  setClock(Date.now() + longestRest + 1000);
  const { status, body } = await send<Problem>('GET', `${exportPath}?cursor=${next}`);
  expect([status, body.code]).toEqual([410, 'export_ended']);
  for (let minute = 0; (await numberOf('select count(*) from exports')) !== 0; minute++) {
    expect(minute).toBeLessThan(10);
    await watched().run();
  }
  expect(await schemaOf(source)).toEqual(schema);
});
