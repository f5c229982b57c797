import { placeOf } from '../../../src/visits/experiments/unit.ts';
import type { PageLinkResolution } from '../../../src/visits/page-links/resolve-schemas.ts';
import { send } from './client.ts';
import { ok } from './replies.ts';

/** The instructions in the words of the live version, of the other version of a test with equal weights, and of the next draft. */
const [first, second, third] = ['first', 'second', 'third'];
let serial = 0;
const newVisitor = () => `visitor ${serial++}`;

/** What visitors get at a time, by their names. */
type Phase = (visitor: string, got: Got) => boolean;
interface Got {
  /** Null if it is the page itself. */
  words: string | null;
  experimentId: string | undefined;
}
const all =
  (expected: string | null): Phase =>
  (_, { words, experimentId }) =>
    words === expected && experimentId === undefined;
/** What visitors can get: one version, the one of their arm, or the page. */
const phases = {
  live: all(first),
  winner: all(second),
  next: all(third),
  page: all(null),
  testing: (visitor, { words, experimentId }) =>
    experimentId !== undefined && words === [first, second][placeOf(experimentId, visitor, [1, 1]).arm],
} satisfies Record<string, Phase>;
export type PhaseName = keyof typeof phases;
const wordsIn = { live: [first], winner: [second], next: [third], page: [null], testing: [first, second] };

async function resolve(path: string, visitor?: string) {
  const query = new URLSearchParams({ path, ...(visitor === undefined ? {} : { visitor }) });
  const { content, source, experiment } = await ok(
    send<PageLinkResolution>('GET', `/v0/page_links/resolve?${query}`),
  );
  return {
    words: source === 'page' ? null : (content.supplementaryContext ?? ''),
    experimentId: experiment?.experimentId,
    arms: experiment?.arms?.map((arm) => arm.content.supplementaryContext),
  };
}

/** Follows what visitors of a path get through phases: in their order, each maybe left out, and never anything else. */
export class Watch {
  readonly #path: string;
  readonly #phases: readonly PhaseName[];
  #at = 0;

  constructor(path: string, names: readonly PhaseName[]) {
    this.#path = path;
    this.#phases = names;
  }

  #phaseOf(got: (readonly [visitor: string, Got])[]): PhaseName {
    const isNow = (name: PhaseName, place: number) =>
      place >= this.#at && got.every(([visitor, one]) => phases[name](visitor, one));
    const now = this.#phases.findIndex(isNow);
    const name = this.#phases[now];
    if (!name) throw new Error(`after ${this.#phases[this.#at]} they got ${JSON.stringify(got)}`);
    this.#at = now;
    return name;
  }

  #ask = async (visitor: string) => [visitor, await resolve(this.#path, visitor)] as const;

  /** Asks for one visitor, while others change what there is. */
  glance = async (): Promise<PhaseName> => this.#phaseOf([await this.#ask(newVisitor())]);

  /** Asks for some visitors, and for one without a name, while nobody changes anything. */
  look = async (): Promise<PhaseName> => {
    const visitors = [newVisitor(), newVisitor(), newVisitor()];
    const name = this.#phaseOf(await Promise.all(visitors.map(this.#ask)));
    const { words, arms } = await resolve(this.#path);
    expect(arms).toEqual(name === 'testing' ? [first, second] : undefined);
    expect(words).toBeOneOf(wordsIn[name]);
    return name;
  };
}
