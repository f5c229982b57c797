import { env } from 'cloudflare:workers';
import type { CampaignRowsResult } from '../../../../src/visits/campaigns/schemas.ts';
import { arraysOf } from '../../../../src/visits/campaigns/store/insert-rows.ts';
import { queue } from '../../support/calls.ts';
import { step } from '../../support/campaign-jobs.ts';
import {
  newCampaign,
  type Of,
  patch,
  pathOf,
  rowsOf,
  sendRows,
  someone,
  write,
  writeOne,
} from '../../support/campaigns.ts';
import { send } from '../../support/client.ts';
import { erase } from '../../support/erasures.ts';
import { losing } from '../../support/faults.ts';
import { newPage } from '../../support/pages.ts';
import { ok } from '../../support/replies.ts';
import { after as afterSome, minute } from '../../support/times.ts';

test('rows are sent to D1 in parameters of half of what it takes, in bytes', () => {
  const arrays = arraysOf(Array.from({ length: 100 }, () => JSON.stringify('字'.repeat(25_000))));
  expect(arrays.flatMap((array) => JSON.parse(array))).toHaveLength(100);
  for (const array of arrays) expect(new TextEncoder().encode(array).length).toBeLessThan(1_001_000);
});

describe('a call that is sent again because its answer was lost', () => {
  type Row = ReturnType<typeof someone>;
  const saying = (row: Row, says: string) => ({ ...row, columns: { says } });
  const personOf = async ({ person: { email } }: Row) => {
    const select = env.DB.prepare('select person_id from persons where email = ?');
    return (await select.bind(email).first<string>('person_id')) ?? '';
  };
  /** An earlier erasure may be of anybody. */
  const forgetErasures = () => env.DB.prepare('delete from erased_identifiers').run();
  const eraseOne = async (row: Row) => {
    await erase(await personOf(row));
  };
  /** What others do before the retry. */
  const others: Record<string, (campaign: Of, row: Row) => Promise<unknown>> = {
    nothing: async () => {},
    'write the row': (campaign, row) => writeOne(campaign, saying(row, 'theirs')),
    'erase the person': (_, row) => eraseOne(row),
    'erase the person, and write them anew': async (campaign, row) => {
      await eraseOne(row);
      await writeOne(campaign, saying(row, 'theirs'));
    },
    'change the email of the person': async (_, row) =>
      ok(send('PATCH', `/v0/persons/${await personOf(row)}`, { email: `new.${row.person.email}` })),
    'write the row, and change the campaign': async (campaign, row) => {
      await writeOne(campaign, saying(row, 'theirs'));
      await patch(campaign, { name: 'Other' });
    },
  };
  /** What a row says, of the person with its email. */
  const saidBy = async (campaign: Of, row: Row) => {
    const personId = await personOf(row);
    const found = (await rowsOf(campaign)).filter((one) => one.personId === personId);
    return found.map(({ columns }) => columns.says).join() || (personId ? 'no row' : 'no person');
  };
  /** Two rows that say `old`. */
  const begin = async () => {
    const campaign = await newCampaign({ words: { supplementaryContext: '{{says}}' } });
    const rows = [someone(), someone()] as const;
    await write(
      campaign,
      rows.map((row) => saying(row, 'old')),
    );
    return { campaign, rows };
  };
  const told = ({ status, outcome, problem }: CampaignRowsResult['results'][number]) =>
    `${status} ${outcome ?? problem?.code}`;

  const gone = '404 person_not_found';
  const unknown = '503 database_unavailable';
  // The first row says what it said, the second something new. Others do something to the first, or to the second.
  test.each([
    ['nothing', 0, ['old', 'new'], ['200 unchanged', '200 updated']],
    ['write the row', 0, ['theirs', 'new'], ['200 unchanged', '200 updated']],
    ['write the row', 1, ['old', 'theirs'], ['200 unchanged', '200 updated']],
    ['erase the person', 0, ['no person', 'new'], [gone, '200 updated']],
    ['erase the person', 1, ['old', 'no person'], ['200 unchanged', gone]],
    ['erase the person, and write them anew', 0, ['theirs', 'new'], ['200 unchanged', '200 updated']],
    ['erase the person, and write them anew', 1, ['old', 'theirs'], ['200 unchanged', '200 unchanged']],
    ['change the email of the person', 0, ['no person', 'new'], [gone, '200 updated']],
    ['change the email of the person', 1, ['old', 'no person'], ['200 unchanged', gone]],
    ['write the row, and change the campaign', 0, ['theirs', 'new'], ['200 unchanged', '200 updated']],
  ] as const)('and changed a row, when others %s %i', async (what, which, says, outcomes) => {
    const { campaign, rows } = await begin();
    const meanwhile = async () => others[what]?.(campaign, rows[which]);
    const call = [saying(rows[0], 'old'), saying(rows[1], 'new')];
    const { body } = await sendRows(campaign, call, {}, losing({ meanwhile }));
    expect(body.results.map(told)).toEqual(outcomes);
    expect([await saidBy(campaign, rows[0]), await saidBy(campaign, rows[1])]).toEqual(says);
  });

  test.each([
    ['nothing', 'old', '200 unchanged'],
    ['write the row', 'theirs', unknown],
    ['erase the person', 'no person', unknown],
    ['erase the person, and write them anew', 'theirs', unknown],
    ['write the row, and change the campaign', 'theirs', unknown],
  ] as const)('and changed nothing, when others %s', async (what, says, outcome) => {
    const { campaign, rows } = await begin();
    const meanwhile = async () => others[what]?.(campaign, rows[0]);
    const call = rows.map((row) => saying(row, 'old'));
    const { body } = await sendRows(campaign, call, {}, losing({ meanwhile }));
    expect(body.results.map(told)).toEqual([outcome, '200 unchanged']);
    expect([await saidBy(campaign, rows[0]), await saidBy(campaign, rows[1])]).toEqual([says, 'old']);
  });

  test.each([
    ['nobody has written for a minute', 2 * minute, 'new', '200 updated'],
    ['others may have written', 0, 'old', unknown],
  ])('and was lost before, writes what %s', async (_, time, says, outcome) => {
    await forgetErasures();
    const { campaign, rows } = await begin();
    await afterSome(time, async () => {
      const call = [...rows, someone()].map((row) => saying(row, 'new'));
      const { body } = await sendRows(campaign, call, {}, losing({ moment: 'before' }));
      expect(body.results.map(told)).toEqual([outcome, outcome, '201 created']);
    });
    expect([await saidBy(campaign, rows[0]), await saidBy(campaign, rows[1])]).toEqual([says, says]);
  });

  test.each([
    [['old', 'new'], 'new'],
    [['new', 'old'], 'old'],
    [['a', 'b', 'a'], 'a'],
    [['old', 'a', 'old', 'b'], 'b'],
  ])('with one person as %j has the last', async (words, last) => {
    for (const moment of ['after', 'before'] as const) {
      const { campaign, rows } = await begin();
      await afterSome(2 * minute, async () => {
        const call = words.map((says) => saying(rows[0], says));
        const { status } = await sendRows(campaign, call, {}, losing({ moment }));
        expect(status).toBe(200);
      });
      expect([await saidBy(campaign, rows[0]), await saidBy(campaign, rows[1])]).toEqual([last, 'old']);
    }
  });

  test('is known also if a job has written a hundred new rows since', async () => {
    const { campaign, rows } = await begin();
    const meanwhile = async () => {
      await writeOne(campaign, saying(rows[0], 'theirs'));
      const newcomers = Array.from({ length: 100 }, () => saying(someone(), 'new'));
      const options = { bindings: queue.bindings() };
      await ok(send('POST', `${pathOf(campaign)}/waiting_rows`, { rows: newcomers }, options));
      await step();
    };
    const call = [saying(rows[0], 'old'), saying(rows[1], 'new')];
    const { body } = await sendRows(campaign, call, {}, losing({ meanwhile }));
    expect(body.results.map(told)).toEqual(['200 unchanged', '200 updated']);
    expect(await saidBy(campaign, rows[0])).toBe('theirs');
  });

  test('is known also if its rows take several parameters', async () => {
    const { pageId } = await newPage({
      fields: [{ name: 'story', label: 'Story', kind: 'long', default: '', maxLength: 10_000 }],
    });
    const words = {
      supplementaryContext: `{{says}}${'字'.repeat(9000)}`,
      fieldOverrides: { story: '字'.repeat(9900) },
    };
    const campaign = await newCampaign({ words }, pageId);
    const rows = Array.from({ length: 40 }, () => someone());
    await write(
      campaign,
      rows.map((row) => saying(row, 'old')),
    );
    const [first, last] = [rows[0] as Row, rows[39] as Row];
    const meanwhile = () => writeOne(campaign, saying(last, 'theirs'));
    const call = [
      saying(first, 'new'),
      ...rows.slice(1).map((row) => saying(row, 'old')),
      saying(first, 'newest'),
    ];
    const { body } = await sendRows(campaign, call, {}, losing({ meanwhile }));
    expect(body.results.map(told).filter((one) => one !== '200 unchanged')).toEqual([
      '200 updated',
      '200 updated',
    ]);
    expect([await saidBy(campaign, first), await saidBy(campaign, last)]).toEqual(['newest', 'theirs']);
  });
});
