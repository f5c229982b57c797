import { env } from 'cloudflare:workers';
import type { Audience } from '../../../../src/content/audiences/schemas.ts';
import { hourMs } from '../../../../src/lib/durations.ts';
import type { Experiment } from '../../../../src/visits/experiments/schemas.ts';
import { patch, pathOf, read } from '../../support/audiences.ts';
import { forgetKeys, type Problem, send } from '../../support/client.ts';
import { bodyFor, create, listTests, pathOfTest } from '../../support/experiments.ts';
import { HeldQueue } from '../../support/held-queue.ts';
import { inEveryOrder } from '../../support/orders.ts';
import { newLink } from '../../support/page-links.ts';
import { ok } from '../../support/replies.ts';
import { pass, setClock } from '../../support/times.ts';
import { versionPath, withDraft } from '../../support/versions.ts';
import { type PhaseName, Watch } from '../../support/words.ts';

// Two act at once: in every order of their batches, with visitors between any two, and then as it comes, many times.

interface Story {
  of: Audience;
  tests: Experiment[];
  queue: HeldQueue;
}
/** What one does, and `ok` or the code of the answer. */
type Act = (story: Story, database: D1Database) => Promise<string>;

const post =
  (pathIn: (story: Story) => string, bodyIn: (story: Story) => object = () => ({})): Act =>
  async (story, database) => {
    // Nobody wakes a sender of webhooks: there are none.
    const bindings = story.queue.bindings(database);
    const { status, body } = await send<Problem>('POST', pathIn(story), bodyIn(story), { bindings });
    return status < 300 ? 'ok' : body.code;
  };
const testOf = ({ tests }: Story, n: number) => pathOfTest(tests[n] ?? { experimentId: '' });
const starting = (n: number) => post((story) => `${testOf(story, n)}/start`);
const stopping = post((story) => `${testOf(story, 0)}/stop`);
const publishing = (arm: number) =>
  post(
    (story) => `${testOf(story, 0)}/publish_winner`,
    ({ tests }) => ({ versionId: tests[0]?.arms[arm]?.versionId }),
  );
const deliver = async ({ queue }: Story, database?: D1Database) => {
  for (const job of queue.sent.splice(0))
    expect(await queue.deliver(job, { ...(database && { database }) })).toBe('ack');
};
const andDelivered =
  (act: Act): Act =>
  async (story, database) => {
    const answer = await act(story, database);
    await deliver(story, database);
    return answer;
  };
const publishingLatest = andDelivered(post(({ of }) => `${versionPath(of, of.latestVersion)}/publish`));
const deleting: Act = async (story, database) => {
  const { status, body } = await send<Problem>('DELETE', testOf(story, 0), undefined, {
    bindings: story.queue.bindings(database),
  });
  return status < 300 ? 'ok' : body.code;
};
const cron: Act = async ({ queue }, DB) => {
  await queue.cron({ DB });
  return 'ok';
};

const draft = (of: Audience) => ok(create(bodyFor(of)));
const running = (of: Audience, fields = {}) => ok(create(bodyFor(of, { start: true, ...fields })));
/** The audience with other words, in the next draft. */
const edited = (of: Audience) => ok(patch(of, { supplementaryContext: 'third' }));
const inAnHour = (of: Audience) => running(of, { endsAt: new Date(Date.now() + hourMs).toISOString() });

interface Race {
  tests: (of: Audience) => Promise<Experiment[]>;
  before?: () => void;
  acts: [Act, Act];
  /** What visitors get, in order. */
  words: PhaseName[];
  /** By the two answers: what the tests are then, and what visitors get. */
  outcomes: Record<string, [tests: string[], words: PhaseName]>;
}

const races: Record<string, Race> = {
  'two starts': {
    tests: async (of) => [await draft(of), await draft(of)],
    acts: [starting(0), starting(1)],
    words: ['live', 'testing'],
    outcomes: {
      'ok, experiment_running': [['running', 'draft'], 'testing'],
      'experiment_running, ok': [['draft', 'running'], 'testing'],
    },
  },
  'a start, and a test that is prepared and started': {
    tests: async (of) => [await draft(of)],
    acts: [
      starting(0),
      post(
        () => '/v0/experiments',
        ({ of }) => bodyFor(of, { start: true }),
      ),
    ],
    words: ['live', 'testing'],
    outcomes: {
      'ok, experiment_running': [['running'], 'testing'],
      'experiment_running, ok': [['draft', 'running'], 'testing'],
    },
  },
  'a start, and a publish of its version': {
    tests: async (of) => [await draft(of)],
    acts: [starting(0), publishingLatest],
    words: ['live', 'testing', 'winner'],
    outcomes: {
      'ok, experiment_running': [['running'], 'testing'],
      'experiment_impossible, ok': [['draft'], 'winner'],
    },
  },
  'a start, and a publish of a version that is not in the test': {
    tests: async (of) => {
      const test = await draft(of);
      await edited(of);
      return [test];
    },
    acts: [starting(0), publishingLatest],
    words: ['live', 'testing', 'next'],
    outcomes: {
      'ok, experiment_running': [['running'], 'testing'],
      'experiment_impossible, ok': [['draft'], 'next'],
    },
  },
  'a start, and a deletion': {
    tests: async (of) => [await draft(of)],
    acts: [starting(0), deleting],
    words: ['live', 'testing'],
    outcomes: {
      'ok, experiment_running': [['running'], 'testing'],
      'experiment_not_found, ok': [[], 'live'],
    },
  },
  'a start, and the archive of the audience': {
    tests: async (of) => [await draft(of)],
    acts: [starting(0), post(({ of }) => `${pathOf(of)}/archive`)],
    words: ['live', 'testing', 'page'],
    outcomes: {
      'ok, ok': [['ended archived'], 'page'],
      'audience_archived, ok': [['draft'], 'page'],
    },
  },
  'a winner, and a stop': {
    tests: async (of) => [await running(of)],
    acts: [andDelivered(publishing(1)), stopping],
    words: ['testing', 'live', 'winner'],
    outcomes: {
      'ok, invalid_transition': [['ended winner'], 'winner'],
      'invalid_transition, ok': [['ended stopped'], 'live'],
    },
  },
  'two winners': {
    tests: async (of) => [await running(of)],
    acts: [andDelivered(publishing(1)), publishing(0)],
    words: ['testing', 'live', 'winner'],
    outcomes: {
      'ok, invalid_transition': [['ended winner'], 'winner'],
      'invalid_transition, ok': [['ended winner'], 'live'],
    },
  },
  'one winner, twice': {
    tests: async (of) => [await running(of)],
    acts: [publishing(1), publishing(1)],
    words: ['testing', 'live', 'winner'],
    outcomes: { 'ok, ok': [['ended winner'], 'winner'] },
  },
  'the end at its time, and a stop': {
    tests: async (of) => [await inAnHour(of)],
    before: () => pass(hourMs),
    acts: [cron, stopping],
    words: ['live'],
    outcomes: {
      'ok, ok': [['ended stopped'], 'live'],
      'ok, invalid_transition': [['ended due'], 'live'],
    },
  },
  'the end at its time, and a winner': {
    tests: async (of) => [await inAnHour(of)],
    before: () => pass(hourMs),
    acts: [cron, andDelivered(publishing(1))],
    words: ['live', 'winner'],
    outcomes: {
      'ok, ok': [['ended winner'], 'winner'],
      'ok, invalid_transition': [['ended due'], 'live'],
    },
  },
  'a winner, and the start of the next test': {
    tests: async (of) => [await running(of), await draft(await edited(of))],
    acts: [andDelivered(publishing(1)), starting(1)],
    words: ['testing', 'live', 'winner'],
    outcomes: {
      'ok, experiment_running': [['ended winner', 'draft'], 'winner'],
      'ok, experiment_impossible': [['ended winner', 'draft'], 'winner'],
    },
  },
  'the live version as winner, and the start of the next test': {
    tests: async (of) => [await running(of), await draft(of)],
    acts: [publishing(0), starting(1)],
    words: ['testing', 'live', 'testing'],
    outcomes: {
      'ok, experiment_running': [['ended winner', 'draft'], 'live'],
      'ok, ok': [['ended winner', 'running'], 'testing'],
    },
  },
};

async function begin({ tests, before, words }: Race) {
  setClock();
  const of = await withDraft();
  const { path } = await newLink({ target: { targetType: 'audience', audienceId: of.audienceId } });
  const story: Story = { tests: await tests(of), of: await read(of), queue: new HeldQueue() };
  before?.();
  return { story, watch: new Watch(path ?? '', words) };
}

/** Checks what came of a race, and returns it. */
async function judge(
  { outcomes }: Race,
  { story, watch }: Awaited<ReturnType<typeof begin>>,
  answers: string[],
) {
  await deliver(story);
  const outcome = answers.join(', ');
  const { items } = await listTests(`audienceId=${story.of.audienceId}`);
  const tests = items
    .toSorted((a, b) => (a.experimentId < b.experimentId ? -1 : 1))
    .map(({ status, endReason }) => (endReason ? `${status} ${endReason}` : status));
  expect([tests, await watch.look()], outcome).toEqual(outcomes[outcome]);
  return outcome;
}

describe.each(Object.entries(races))('%s', (_what, race) => {
  // Visitors ask as fast as they can, and a key has 3,000 requests in ten seconds.
  beforeEach(forgetKeys);

  test('have these outcomes, by the order of their batches', async () => {
    const seen = new Set<string>();
    await inEveryOrder<string>(async (run) => {
      const begun = await begin(race);
      const { story, watch } = begun;
      const all = race.acts.map((act) => (database: D1Database) => act(story, database));
      seen.add(await judge(race, begun, await run(all, watch.look)));
    });
    expect([...seen].toSorted()).toEqual(Object.keys(race.outcomes).toSorted());
  });

  test.each(Array.from({ length: 8 }, (_, round) => round))(
    'have no other, as it comes: round %i',
    async (round) => {
      const begun = await begin(race);
      const { story, watch } = begun;
      const [one, other] = race.acts;
      const start = (act: Act) => act(story, env.DB);
      const started = round % 2 === 0 ? [start(one), start(other)] : [start(other), start(one)].toReversed();
      let isOver = false;
      const visiting = (async () => {
        while (!isOver) await watch.glance();
      })();
      const answers = await Promise.all(started).finally(() => {
        isOver = true;
      });
      await visiting;
      await judge(race, begun, answers);
    },
  );
});
