import { expect } from 'vitest';
import type { Experiment } from '../../../src/visits/experiments/schemas.ts';
import { placeOf } from '../../../src/visits/experiments/unit.ts';
import { wordsOfArm } from './service.ts';

const visitors = Array.from({ length: 24 }, (_, place) => `visitor-${place}`);

/** What a page of a test shows: its title, its headline, and what its script tag says. */
async function shownBy(answer: Response) {
  const html = await answer.text();
  expect(answer.headers.get('cache-control')).toMatch(/\bprivate\b.*\bno-store\b/);
  const [, title] = /<title[^>]*>(.*?)<\/title>/s.exec(html) ?? [];
  const [, hero] = /<h1[^>]*>(.*?)<\/h1>/s.exec(html) ?? [];
  const tagged = (name: string) => new RegExp(`data-${name}="([^"]*)"`).exec(html)?.[1];
  const [version, experiment, unit] = ['version', 'experiment', 'unit'].map(tagged);
  return { title, hero, version, experiment, unit };
}

/**
 * What every website must show that gets its words from a kit, in a test of `makeTest`: a visitor whose id is known has
 * their version each time, and one who is not known has one of them, whole.
 */
export async function holdsInTest(
  { experimentId, arms }: Experiment,
  open: (visitor?: string) => Promise<Response>,
): Promise<void> {
  const weights = arms.map(({ weight }) => weight);
  const seen = new Set<number>();
  for (const visitor of [...visitors, ...visitors]) {
    const { arm, unit } = placeOf(experimentId, visitor, weights);
    const [title, version] = [wordsOfArm(arm), arms[arm]?.versionId];
    const shown = await shownBy(await open(visitor));
    expect(shown, visitor).toEqual({ title, hero: title, version, experiment: experimentId, unit });
    seen.add(arm);
  }
  expect(seen.size).toBe(2);
  const drawn = new Set<number>();
  for (let n = 0; n < 60 && (n < 20 || drawn.size < 2); n++) {
    const shown = await shownBy(await open());
    const arm = arms.findIndex(({ versionId }) => versionId === shown.version);
    const title = wordsOfArm(arm);
    expect(shown).toMatchObject({ title, hero: title, experiment: experimentId, unit: undefined });
    drawn.add(arm);
  }
  expect(drawn.size).toBe(2);
}
