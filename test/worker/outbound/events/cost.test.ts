import costDocument from '../../../../docs/operators/cost.md?raw';
import { newAudienceId } from '../../support/audiences.ts';
import { send } from '../../support/client.ts';
import { listen } from '../../support/events.ts';
import { newPage, patch as patchPage } from '../../support/pages.ts';
import { log, newPerson, patch } from '../../support/persons.ts';
import { place } from '../../support/places.ts';
import { costOf } from '../../support/statements.ts';
import { merge, messageOf, newId, prepareVisits, visitOf } from '../../support/visits.ts';

prepareVisits();

let serial = 0;
const company = () => `cost-${++serial}.example`;
const seen = { elapsedMs: 20_000, activeMs: 15_000, engagedMs: 12_000, hasInput: true };

/** An audience for a person of a new company, who has come before: only the events are new. */
async function cameBefore(): Promise<string> {
  const { personId } = await newPerson({ email: `zoe@${company()}` });
  const audienceId = await newAudienceId(place.pageId, { personId });
  await merge(visitOf(newId(), { audienceId }));
  return audienceId;
}

/** Work by what cost.md calls it: what it needs, and the work itself. */
const works: [of: string, prepare: () => Promise<() => Promise<unknown>>][] = [
  [
    'everything new: POST /v0/person_logs',
    async () => () => log({ type: 'call', email: `a@${company()}`, idempotencyKey: company() }),
  ],
  [
    'a known person: POST /v0/person_logs',
    async () => {
      const { personId } = await newPerson();
      return () => log({ personId, type: 'call' });
    },
  ],
  [
    'a name: PATCH /v0/persons/:person_id',
    async () => {
      const { personId } = await newPerson();
      return () => patch(personId, { name: 'Zoë' });
    },
  ],
  [
    'nothing new: PATCH /v0/pages/:page_id',
    async () => {
      const page = await newPage();
      return () => patchPage(page, { title: page.title });
    },
  ],
  ['a new visit', async () => () => merge(visitOf(newId(), { engagedMs: 5000 }))],
  ['a new visit that is engaged', async () => () => merge(visitOf(newId(), seen))],
  [
    'the first of a day of a person and an account, engaged',
    async () => {
      const audienceId = await cameBefore();
      return () => merge(visitOf(newId(), { audienceId, ...seen }));
    },
  ],
  [
    '50 new visits that are engaged',
    async () => () => merge(...Array.from({ length: 50 }, () => messageOf(visitOf(newId(), seen)))),
  ],
  [
    'any read, such as GET /v0/persons/:person_id',
    async () => {
      const { personId } = await newPerson();
      return () => send('GET', `/v0/persons/${personId}`);
    },
  ],
];

test('what events cost stands in docs/operators/cost.md', async () => {
  const lines: string[] = [];
  for (const [of, prepare] of works) {
    const costs: { read: number; written: number }[] = [];
    for (const isHeard of [false, true]) {
      await (isHeard ? listen() : listen([]));
      const work = await prepare();
      const { read, written } = await costOf(work);
      costs.push({ read, written });
    }
    const [without, all] = costs as [(typeof costs)[0], (typeof costs)[0]];
    lines.push(`| ${of} | ${without.written} | ${all.written} | ${all.read - without.read} |`);
  }
  await listen([]);
  const documented = costDocument.split('\n## Events\n')[1]?.split('\n## ')[0]?.split('\n') ?? [];
  expect(documented.filter((line) => /^\| (?!work|---)/.test(line))).toEqual(lines);
});
