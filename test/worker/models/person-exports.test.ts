import fc from 'fast-check';
import { listen } from '../support/events.ts';
import { prepareVisits } from '../support/visits.ts';
import { unsaid, valuesNow } from './person-exports/erased.ts';
import { seen } from './person-exports/seen.ts';
import { type Line, type Someone, World } from './person-exports/world.ts';
import { action, areAllTold, storiesOf, weighted } from './stories.ts';

// Random stories of people who write, visit and are written to. Whoever asks is told all that their erasure takes out of the
// database, value by value, and nothing of anybody else.
prepareVisits();
const { isTold, options, timeout } = storiesOf('personExports', 1);

const who = fc.nat(2);
const at = fc.nat(7);
const maybe = fc.option(fc.constant(true), { freq: 2 });
const step = weighted(
  [2, action('log', { who, isMixed: maybe })],
  [3, action('audience', { who, at })],
  [2, action('link', { who, at })],
  [3, action('visit', { whose: who, at })],
  [4, action('form', { whose: fc.option(who), who, at, by: at, isMixed: maybe })],
  [2, action('again', { who, at })],
  [3, action('row', { who, at })],
  [2, action('wait', { who, at, isMixed: maybe })],
  [
    3,
    action('give up', { whose: fc.option(who), who: fc.option(who), at, isMixed: maybe, isWrapped: maybe }),
  ],
  [3, action('deliver', { who, of: fc.constantFrom('kept', 'kept of both', 'logged') })],
  [1, action('fire', { who, isOfAccount: maybe })],
  [1, action('problem', { who, at })],
  [1, action('move', { who, to: who })],
  [1, action('seal', {})],
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const story = fc.record({
  count: fc.constantFrom(2, 3),
  isShared: fc.boolean(),
  hasAlert: fc.boolean(),
  steps: fc.array(step, { minLength: 5, maxLength: 30 }),
});

async function act(world: World, one: Step): Promise<unknown> {
  const some = (n: number | null) => (n === null ? undefined : world.one(n));
  const also =
    'isMixed' in one && one.isMixed && 'who' in one && one.who !== null ? world.other(one.who) : undefined;
  switch (one.kind) {
    case 'log':
      return world.log(world.one(one.who), also);
    case 'audience':
      return world.audience(world.one(one.who), one.at);
    case 'link':
      return world.link(world.one(one.who), one.at);
    case 'visit':
      return world.come(world.one(one.whose), one.at, undefined, 0);
    case 'form':
      return world.come(some(one.whose), one.at, world.one(one.who), one.by, also);
    case 'again':
      return world.again(world.one(one.who), one.at);
    case 'row':
      return world.rows(world.one(one.who), one.at);
    case 'wait':
      return world.waits(world.one(one.who), one.at, also);
    case 'give up':
      return world.giveUp(some(one.whose), one.at, some(one.who), also, one.isWrapped === true);
    case 'deliver':
      return world.deliver(world.one(one.who), one.of as 'kept');
    case 'fire':
      return world.fire(world.one(one.who), one.isOfAccount === true);
    case 'problem':
      return world.problem(world.one(one.who), one.at);
    case 'move':
      return world.move(world.one(one.who), world.one(one.to));
    default:
      return world.seal();
  }
}

/** A story in which everything happens. */
const all: Step[] = [
  ...[0, 1, 2].flatMap((n) => [
    { kind: 'log', who: n, isMixed: null },
    { kind: 'log', who: n, isMixed: true },
    { kind: 'audience', who: n, at: 0 },
    { kind: 'link', who: n, at: 0 },
    { kind: 'row', who: n, at: 0 },
    { kind: 'row', who: n, at: 1 },
    { kind: 'visit', whose: n, at: 0 },
    { kind: 'visit', whose: n, at: 1 },
    { kind: 'form', whose: n, who: n, at: 0, by: 0, isMixed: null },
    { kind: 'form', whose: null, who: n, at: 0, by: 1, isMixed: null },
    { kind: 'form', whose: null, who: n, at: 1, by: 2, isMixed: null },
    { kind: 'wait', who: n, at: 0, isMixed: null },
    { kind: 'wait', who: n, at: 1, isMixed: true },
    { kind: 'give up', whose: n, who: n, at: 0, isMixed: null, isWrapped: null },
    { kind: 'give up', whose: n, who: n + 1, at: 0, isMixed: true, isWrapped: true },
    { kind: 'deliver', who: n, of: 'kept' },
    { kind: 'deliver', who: n, of: 'kept of both' },
    { kind: 'deliver', who: n, of: 'logged' },
    { kind: 'problem', who: n, at: 0 },
    { kind: 'fire', who: n, isOfAccount: true },
    { kind: 'fire', who: n, isOfAccount: null },
  ]),
  { kind: 'seal' },
  ...[0, 1, 2].flatMap((n) => [
    { kind: 'form', whose: n, who: n + 1, at: 1, by: 0, isMixed: true },
    { kind: 'again', who: n, at: 0 },
  ]),
  { kind: 'move', who: 0, to: 1 },
] as Step[];

/** What of others is in the lines of a person, with the kind of the line. */
const leaksIn = (world: World, one: Someone, lines: readonly Line[]): string[] =>
  lines.flatMap((line) => {
    const text = JSON.stringify(line);
    const ofOthers = world.people.flatMap((other) => {
      if (other === one) return [];
      const marks = other.marks.filter((mark) => !one.told.has(mark));
      // Whose audience is erased leaves it, without its words: it is nobody's then.
      return line.kind === 'log' || other.isErased ? marks : [...marks, ...other.ids];
    });
    return [...world.shared, ...ofOthers]
      .filter((mark) => text.includes(mark))
      .map((mark) => `${mark} in ${text.slice(0, 600)}`);
  });

test('the export of a person has every value that their erasure takes away, and nothing of anybody else', {
  timeout,
}, async () => {
  await listen();
  await fc.assert(
    fc.asyncProperty(story, async ({ count, isShared, hasAlert, steps }) => {
      if (!isTold()) return;
      const world = await World.begin(count, isShared, hasAlert);
      for (const one of steps) await act(world, one);
      for (const one of world.people) {
        const before = await valuesNow();
        const lines = await world.exportOf(one);
        expect(leaksIn(world, one, lines), 'of others').toEqual([]);
        const visits = lines.flatMap(({ kind, analyticsSessionId }) =>
          kind === 'visit' ? [analyticsSessionId] : [],
        );
        expect(new Set(visits).size, 'each visit once').toBe(visits.length);
        await world.erase(one);
        const ofOthers = world.people.flatMap((each) => (each === one ? [] : [...each.marks, ...each.ids]));
        expect(
          unsaid(before, await valuesNow(), lines, [...ofOthers, ...world.shared, ...world.untold]),
        ).toEqual([]);
      }
    }),
    { ...options, examples: [[{ count: 3, isShared: true, hasAlert: true, steps: all }]] },
  );
  if (areAllTold && options.path === '') expect(seen.all().size).toBe(20);
});
