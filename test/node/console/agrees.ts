import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { api } from './api.ts';
import { isReady, service } from './open.ts';
import { type Asked, askedBy, type Question } from './questions.ts';

// A screen is compared with what the service answers at the same moment.

/** Asks the API. The answer is kept, to see whether it changes. */
export type Ask = <T>(path: string) => Promise<T>;

/** So often a screen is read while the service gets visits. */
const mostReadings = 5;

/**
 * Compares a screen with answers of the API to a question. Other tests send visits, perhaps between the two: if they
 * differ, both are read again. A difference to the same answers twice is a failure.
 */
export async function agrees(
  question: Question,
  compare: (asked: Asked, ask: Ask) => Promise<void>,
): Promise<void> {
  let before: unknown;
  for (let reading = 1; ; reading++) {
    const answers = new Map<string, unknown>();
    // What is compared of today ends later every ten minutes.
    const asked = await askedBy(question);
    try {
      return await compare(asked, async <T>(path: string) => {
        const answer = await api<T>(path);
        answers.set(path, answer);
        return answer;
      });
    } catch (error) {
      const now = [asked, ...answers];
      if (isDeepStrictEqual(now, before) || reading === mostReadings) throw error;
      before = now;
    }
  }
}

/** Opens a screen with a question in its address. Answers its fragment. */
export async function show(
  page: Page,
  place: string,
  { query }: Asked,
  heading: string,
  more = '',
): Promise<string> {
  const at = `${place}${query}${more}`;
  await page.goto('about:blank');
  await page.goto(`${service.address}/console/${at}`);
  await isReady(page, heading);
  return at;
}
