import type { AudienceUpdate, ExperimentCreate } from '#footfall/client';
import { type Choices, createRandom } from './random.ts';
import { type Channel, sources } from './sources.ts';
import { day } from './time.ts';
import { anonymous, crowds, type Day, type DemoVisit, visitOf } from './visits.ts';
import { visitsOn } from './year.ts';

/** A visitor of a test: the arm they got, their visit, and whether it reached the goal. */
export interface TestVisitor {
  arm: 0 | 1;
  visit: DemoVisit;
  /** Stands for them in the test: 11 characters, of which the first decides the arm. */
  unit: string;
  isReached: boolean;
}

/** A test of a draft of an audience against its live version. */
export interface DemoTest {
  /** The path of the page. */
  path: string;
  audience: string;
  name: string;
  goal: Exclude<ExperimentCreate['goal'], 'actionClick'>;
  /** What the draft changes. */
  change: AudienceUpdate;
  /** So many days before that of the load it began. */
  days: number;
  /** So many visitors came to each arm. */
  visitors: number;
  /** So many of them reached the goal: of the live version, and of the draft. */
  reached: readonly [live: number, draft: number];
}

/** One test that is decided, and one that takes some weeks more. */
export const demoTests: DemoTest[] = [
  {
    path: '/request-demo',
    audience: 'Webinar on staffing',
    name: 'A time in place of a demo',
    goal: 'conversion',
    change: { metadataOverride: { title: 'Pick a time: thirty minutes with your own counts' } },
    days: 26,
    visitors: 110,
    reached: [12, 42],
  },
  {
    path: '/customers/ridgeline-outdoor',
    audience: 'Store managers',
    name: 'The rota in the title',
    goal: 'formSubmit',
    change: { metadataOverride: { title: 'How Ridgeline writes the rota for next week' } },
    days: 14,
    visitors: 80,
    reached: [16, 19],
  },
];

const midnightOf = (at: Date) => Math.floor(at.getTime() / day) * day;

/** When a test began, if the demo is loaded at `until`. */
export const startOf = ({ days }: DemoTest, until: Date): Date => new Date(midnightOf(until) - days * day);

/**
 * The visitors of a test that is loaded at `until`, in the order in which they are counted: one to each arm, in turn. Their visits are
 * of all its days.
 */
export function visitorsOf(test: DemoTest, until: Date): TestVisitor[] {
  const { path, audience, goal, visitors, reached } = test;
  const crowd = crowds[path]?.find(([name]) => name === audience);
  if (!crowd) throw new Error(`nobody comes to ${audience}`);
  const [, count, bounces, seconds, clicks, asks, submits, converts, source] = crowd;
  const random = createRandom(visitors);
  const today = midnightOf(until);
  // Whoever is in a test may come at any time of the year.
  const channels = (sources[source] as Channel[]).map((channel) => [channel, channel[0]] as const);
  const days: Choices<Day> = Array.from({ length: test.days }, (_, n) => {
    const midnight = today - (n + 1) * day;
    return [{ midnight, channels }, visitsOn(midnight, n + 1)];
  });
  const others = goal === 'conversion' ? ([submits, 0] as const) : ([0, converts] as const);
  const ofArm = (arm: 0 | 1) => {
    const places = Array.from({ length: visitors }, (_, n) => n);
    const goals = new Set<number>();
    while (goals.size < reached[arm]) goals.add(random.pick(places));
    return places.map((n): TestVisitor => {
      const isReached = goals.has(n);
      const id = `demo-test-${audience.toLowerCase().replaceAll(' ', '-')}-${arm}-${n}`;
      const of = [
        audience,
        count,
        isReached ? 0 : bounces,
        seconds,
        clicks,
        asks,
        ...others,
        source,
      ] as const;
      const visit = anonymous(visitOf(random, [...of], id, days, today));
      const ofGoal =
        goal === 'conversion'
          ? { hasConversion: isReached }
          : { hasFormSubmit: isReached, ...(isReached && { formSubmissionId: `${id}-form` }) };
      return {
        arm,
        visit: { ...visit, ...ofGoal },
        // With equal weights the first bit of the first character is the arm.
        unit: `${'Ag'[arm]}${random.id().slice(0, 10)}`,
        isReached,
      };
    });
  };
  const [live, draft] = [ofArm(0), ofArm(1)];
  return live.flatMap((visitor, n) => [visitor, ...draft.slice(n, n + 1)]);
}
