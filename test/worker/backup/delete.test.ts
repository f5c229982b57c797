import {
  afresh,
  begin,
  exported,
  restorePath,
  rowsOf,
  schemaOf,
  sendLines,
  target,
  until,
} from '../support/backup.ts';
import { send } from '../support/client.ts';
import { newPerson } from '../support/persons.ts';
import { load } from '../support/sample-data.ts';

const acme = { workspace: 'acme' } as const;

beforeEach(afresh);

/** The parts of a file. */
const fileOf = async () => {
  const [header = '', ...lines] = await exported();
  return { header: JSON.parse(header) as object, lines };
};

test.each([0, 40, 200, 'all'] as const)(
  'a restore that is given up after %s lines leaves the workspace as it was',
  async (count) => {
    await load();
    const { header, lines } = await fileOf();
    const [rows, schema] = [await rowsOf(target), await schemaOf(target)];
    await begin(header);
    await until('receiving');
    await sendLines(0, lines.slice(0, count === 'all' ? lines.length : count));
    if (count === 'all') await until('comparing');
    expect((await send('DELETE', restorePath, undefined, acme)).status).toBe(200);
    await until('given_up');
    expect([await rowsOf(target), await schemaOf(target)]).toEqual([rows, schema]);
    await newPerson({ email: 'new@given-up.example' }, acme);
  },
);
