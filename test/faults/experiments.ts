import { env } from 'cloudflare:workers';
import { contentOf } from '../../src/content/audiences/content.ts';
import type { Sent } from './bindings.ts';
import { Actor, agree, madeId, type Operation } from './operation.ts';
import {
  type Audience,
  isArm,
  isInFlight,
  liveOf,
  type Publishing,
  type Test,
  type Version,
} from './publishing.ts';
import { type Scheduler, Violation } from './scheduler.ts';

const root = '/v0/experiments';
/** Whether a batch writes a test, and not only reads it. */
const isWrite = (sent: Sent[]) => sent.some(({ text }) => /^update "experiments"/.test(text));
/** The revision that a write expects. */
const revisionIn = (sent: Sent[]) =>
  sent.flatMap(({ text, params }) =>
    /^update "experiments"/.test(text)
      ? params.flatMap((param) => /^\n(\d+)\n$/.exec(String(param))?.[1] ?? []).map(Number)
      : [],
  )[0];

/** Tests of versions: at most one runs on an audience, its arms are frozen, and its winner is published once. */
export class Experiments extends Actor {
  readonly #publishing: Publishing;

  constructor(scheduler: Scheduler, publishing: Publishing) {
    super(scheduler);
    this.#publishing = publishing;
  }

  next(): Operation | undefined {
    const { pick, happens } = this.scheduler;
    const { tests } = this.#publishing;
    const test = pick(tests.slice(-4));
    if (!test || happens(0.4)) return this.#createAny();
    const action =
      pick(['start', 'start', 'start', 'stop', 'win', 'win', 'name', 'delete'] as const) ?? 'start';
    switch (action) {
      case 'start':
        return this.#act(
          test,
          'start',
          () => this.#canStart(test),
          () => this.#started(test),
        );
      case 'stop':
        return this.#act(
          test,
          'stop',
          () => test.status === 'running',
          () => end(test, 'stopped'),
        );
      case 'win':
        return this.#win(test);
      case 'name':
        return this.#name(test);
      case 'delete':
        return this.#delete(test);
    }
  }

  /** Whether a version can be in a test: its words are frozen, or can be. */
  #isUsable = (audience: Audience, version: Version) =>
    ['draft', 'cancelled'].includes(version.status) &&
    (version.kept !== undefined || version === audience.versions.at(-1));

  /** Whether the audience can have a test that runs. */
  #isFree = (audience: Audience) =>
    !audience.versions.some(isInFlight) &&
    !this.#publishing.tests.some((one) => one.audience === audience && one.status === 'running');

  #canHave = (audience: Audience) => !audience.isArchived && !this.#publishing.isPersonal(audience);

  #canStart = (test: Test): boolean => {
    const [live, ...others] = test.arms;
    return (
      test.status === 'draft' &&
      live === liveOf(test.audience) &&
      others.every((version) => this.#isUsable(test.audience, version)) &&
      this.#canHave(test.audience) &&
      this.#isFree(test.audience)
    );
  };

  #started(test: Test): void {
    test.status = 'running';
    test.hasStarted = true;
    this.#freeze(test);
  }

  #freeze({ audience, arms }: Test): void {
    const latest = audience.versions.at(-1);
    for (const version of arms)
      if (version === latest && ['draft', 'cancelled'].includes(version.status))
        version.kept ??= this.#publishing.contentOf(audience, version);
  }

  /** Requests that start a test of the latest version of every audience. */
  createAll = (): Operation[] =>
    this.#publishing.audiences.flatMap((audience) => {
      const version = audience.versions.at(-1);
      return version && this.#isUsable(audience, version) && liveOf(audience) && this.#canHave(audience)
        ? [this.#create(audience, version, true)]
        : [];
    });

  #createAny(): Operation | undefined {
    const { pick, happens } = this.scheduler;
    const { audiences } = this.#publishing;
    const able = audiences.filter(
      (one) =>
        liveOf(one) && this.#canHave(one) && one.versions.some((version) => this.#isUsable(one, version)),
    );
    const audience = pick(happens(0.9) && able.length > 0 ? able : audiences);
    const usable = audience?.versions.filter((one) => this.#isUsable(audience, one)) ?? [];
    const version = pick(happens(0.9) && usable.length > 0 ? usable : (audience?.versions.slice(-3) ?? []));
    return audience && version ? this.#create(audience, version, happens(0.5)) : undefined;
  }

  #create(audience: Audience, version: Version, start: boolean): Operation {
    const { happens } = this.scheduler;
    // With a tiny share, two who convert decide it.
    const weights = happens(0.5) ? [999, 1] : [1, 1];
    const live = audience.versions.find(({ status }) => status === 'published');
    return {
      method: 'POST',
      path: root,
      body: {
        audienceId: audience.id,
        goal: 'conversion',
        arms: [
          ...(live && live !== version ? [{ versionId: live.id, weight: weights[0] }] : []),
          { versionId: version.id, weight: weights[1] },
        ],
        start,
      },
      commit: async () => {
        const now = liveOf(audience);
        const areUsable =
          this.#isUsable(audience, version) && (live === undefined || live === version || now === live);
        const isPossible = this.#canHave(audience) && now && areUsable && (!start || this.#isFree(audience));
        if (!isPossible || !now) return 409;
        const id = await madeId('experiment_id', 'experiments', this.#publishing.tests);
        const test: Test = {
          id,
          audience,
          arms: [now, version],
          status: start ? 'running' : 'draft',
          hasStarted: start,
          winner: undefined,
          endReason: undefined,
          isDeleted: false,
          revision: 1,
        };
        this.#publishing.tests.push(test);
        this.#freeze(test);
        return 201;
      },
    };
  }

  /** An action that a test allows at times. */
  #act(test: Test, action: 'start' | 'stop', allows: () => boolean, apply: () => void): Operation {
    return {
      method: 'POST',
      path: `${root}/${test.id}/${action}`,
      body: {},
      commit: () => {
        if (test.isDeleted) return 404;
        if (!allows()) return 409;
        apply();
        test.revision += 1;
        return 200;
      },
    };
  }

  #win(test: Test): Operation {
    const version = this.scheduler.pick(test.arms);
    return {
      method: 'POST',
      path: `${root}/${test.id}/publish_winner`,
      body: { versionId: version?.id },
      commit: async (sent) => {
        if (!isWrite(sent)) return this.#answerOf(test, version);
        if (test.status !== 'running' || revisionIn(sent) !== test.revision || !version) return undefined;
        end(test, 'winner');
        test.winner = version;
        test.revision += 1;
        if (version !== test.arms[0]) await this.#publishing.queued(test.audience, version, version.kept);
        return 200;
      },
    };
  }
  #answerOf(test: Test, version: Version | undefined): number | undefined {
    if (test.isDeleted) return 404;
    if (test.winner === version) return 200;
    return test.status === 'running' ? undefined : 409;
  }

  #name(test: Test): Operation {
    return {
      method: 'PATCH',
      path: `${root}/${test.id}`,
      body: { name: `Test ${test.revision}` },
      commit: () => {
        if (test.isDeleted) return 404;
        test.revision += 1;
        if (test.status !== 'ended') this.#freeze(test);
        return 200;
      },
    };
  }

  #delete(test: Test): Operation {
    return {
      method: 'DELETE',
      path: `${root}/${test.id}`,
      commit: () => {
        if (test.isDeleted) return 200;
        if (test.status === 'running') return 409;
        test.isDeleted = true;
        test.revision += 1;
        const latest = test.audience.versions.at(-1);
        if (test.hasStarted || !latest || !test.arms.includes(latest)) return 200;
        const isFrozen = ['draft', 'cancelled'].includes(latest.status);
        if (isFrozen && !isArm(this.#publishing.tests, latest)) latest.kept = undefined;
        return 200;
      },
    };
  }

  async compare(): Promise<void> {
    const { tests } = this.#publishing;
    const select = `select experiment_id as id, status, end_reason as endReason, published_version_id as winner,
        deleted_at is not null as isDeleted, revision,
        (select json_group_array(value ->> 'versionId') from json_each(arms)) as arms
      from experiments order by experiment_id`;
    const { results } = await env.DB.prepare(select).all<{ revision: number }>();
    const expected = tests
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map((test) => ({
        id: test.id,
        status: test.status,
        endReason: test.endReason ?? null,
        winner: test.winner?.id ?? null,
        isDeleted: test.isDeleted,
        revision: test.revision,
        arms: JSON.stringify(test.arms.map(({ id }) => id)),
      }));
    agree('The tests', results, expected);
  }
}

function end(test: Test, reason: string): void {
  test.status = 'ended';
  test.endReason = reason;
}

/** Throws if visitors of a running test can get other words than those of its versions. */
export async function expectWords({ tests }: Publishing): Promise<void> {
  const select = `select v.version_id as id, v.snapshot, v.frozen, e.experiment_id as test
    from experiments e, json_each(e.arms) a join audience_versions v on v.version_id = a.value ->> 'versionId'
    where e.status = 'running'`;
  type Row = Record<'id' | 'test', string> & Record<'snapshot' | 'frozen', string | null>;
  const { results } = await env.DB.prepare(select).all<Row>();
  for (const { id, test, snapshot, frozen } of results) {
    if (snapshot === null && frozen === null) throw new Violation(`${test} runs, and ${id} has no words`);
    const shown = snapshot === null ? contentOf(JSON.parse(frozen ?? '')) : JSON.parse(snapshot);
    const { title, actionFormId, supplementaryContext, fields } = shown;
    const version = tests.find((one) => one.id === test)?.arms.find((one) => one.id === id);
    const expected = version?.status === 'published' ? version.snapshot : version?.kept;
    agree(
      `The words of ${id} in ${test}`,
      JSON.stringify([title, actionFormId, supplementaryContext, fields]),
      expected,
    );
  }
}
