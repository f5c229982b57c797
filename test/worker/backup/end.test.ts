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
  const end = (id: string) => send('DELETE', `${exportPath}?exportId=${id}`);
  expect(await end(idOf(first))).toMatchObject({ status: 200, body: { exportId: idOf(first) } });
  expect((await schemaOf(source)).length).toBeGreaterThan(schema.length);
  expect((await send<Problem>('GET', `${exportPath}?cursor=${first.next}`)).body.code).toBe('export_ended');
  await newPerson({ email: 'noted@export.example' });
  expect(await numberOf('select count(*) from export_changes')).toBeGreaterThan(0);
  await end(idOf(second));
  await end(idOf(second));
  expect(await schemaOf(source)).toEqual(schema);
  expect(await numberOf('select count(*) from export_changes')).toBe(0);
});

test('one that nobody goes on with ends after an hour', async () => {
  const schema = await schemaOf(source);
  const { next } = await part();
  setClock(Date.now() + longestRest + 1000);
  const { status, body } = await send<Problem>('GET', `${exportPath}?cursor=${next}`);
  expect([status, body.code]).toEqual([410, 'export_ended']);
  await watched().run();
  expect(await schemaOf(source)).toEqual(schema);
  expect(await numberOf('select count(*) from exports')).toBe(0);
});
