import type { AudienceUpdate, ExperimentCreate } from '#footfall/client';
import { createRandom } from './random.ts';

/** A visitor of a test: the arm they got, and what they did. */
export interface TestVisitor {
  arm: 0 | 1;
  /** The id of their visit, the same at each load. */
  analyticsSessionId: string;
  /** Stands for them in the test: 11 characters. */
  unit: string;
  isReached: boolean;
  engagedMs: number;
}

/** A test of a draft of an audience against its live version. */
export interface DemoTest {
  /** The path of the page. */
  path: string;
  audience: string;
  name: string;
  goal: ExperimentCreate['goal'];
  /** What the draft changes. */
  change: AudienceUpdate;
  /** So many visitors come to each arm. */
  visitors: number;
  /** So many of them reach the goal: of the live version, and of the draft. */
  reached: readonly [live: number, draft: number];
}

/** One test that is decided, and one that is not. They are small, because all of their visits are of the day of the load. */
export const demoTests: DemoTest[] = [
  {
    path: '/request-demo',
    audience: 'Webinar on staffing',
    name: 'A time in place of a demo',
    goal: 'actionClick',
    change: { metadataOverride: { title: 'Pick a time: thirty minutes with your own counts' } },
    visitors: 48,
    reached: [14, 38],
  },
  {
    path: '/customers/ridgeline-outdoor',
    audience: 'Store managers',
    name: 'The rota in the title',
    goal: 'formSubmit',
    change: { metadataOverride: { title: 'How Ridgeline writes the rota for next week' } },
    visitors: 12,
    reached: [1, 2],
  },
];

/** The visitors of a test in the order in which they come: one to each arm, in turn. */
export function visitorsOf({ audience, visitors, reached }: DemoTest): TestVisitor[] {
  const random = createRandom(visitors);
  const ofArm = (arm: 0 | 1) => {
    const places = Array.from({ length: visitors }, (_, n) => n);
    const goals = new Set<number>();
    while (goals.size < reached[arm]) goals.add(random.pick(places));
    return places.map(
      (n): TestVisitor => ({
        arm,
        analyticsSessionId: `demo-test-${audience.toLowerCase().replaceAll(' ', '-')}-${arm}-${n}`,
        unit: random.id().slice(0, 11),
        isReached: goals.has(n),
        engagedMs: random.int(4000, 40_000),
      }),
    );
  };
  const [live, draft] = [ofArm(0), ofArm(1)];
  return live.flatMap((visitor, n) => [visitor, ...draft.slice(n, n + 1)]);
}
