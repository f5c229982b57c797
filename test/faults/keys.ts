import { env } from 'cloudflare:workers';
import { type Actor, agree, type Operation } from './operation.ts';
import type { Scheduler } from './scheduler.ts';

interface Key {
  id: string;
  isRevoked: boolean;
  endsAt: number | null;
}

/** API keys: they are created, rotated and revoked. */
export class Keys implements Actor {
  readonly #scheduler: Scheduler;
  readonly #keys: Key[] = [];

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  async #add(endsAt: number | null): Promise<void> {
    const known = JSON.stringify(this.#keys.map(({ id }) => id));
    const select = `select api_key_id as id from api_keys where name = 'faults'
      and api_key_id not in (select value from json_each(?))`;
    const id = (await env.DB.prepare(select).bind(known).first<string>('id')) ?? '';
    this.#keys.push({ id, isRevoked: false, endsAt });
  }

  next(): Operation {
    const { pick } = this.#scheduler;
    const key = pick(this.#keys.slice(-3));
    const action = pick(['create', 'rotate', 'rotate', 'revoke']);
    if (!key || action === 'create') {
      return {
        method: 'POST',
        path: '/v0/api_keys',
        body: { name: 'faults', scopes: ['read'] },
        commit: async () => {
          await this.#add(null);
          return 201;
        },
      };
    }
    const path = `/v0/api_keys/${key.id}`;
    if (action === 'revoke') {
      return {
        method: 'DELETE',
        path,
        commit: () => {
          key.isRevoked = true;
          return 200;
        },
      };
    }
    const overlapSeconds = pick([0, 3600]) ?? 0;
    return {
      method: 'POST',
      path: `${path}/rotate`,
      body: { overlapSeconds },
      commit: async ([insert]) => {
        const now = insert?.params.find((value) => typeof value === 'number') ?? 0;
        if (key.isRevoked || (key.endsAt !== null && key.endsAt <= now)) return 404;
        await this.#add(key.endsAt);
        key.endsAt = Math.min(key.endsAt ?? Number.POSITIVE_INFINITY, now + overlapSeconds * 1000);
        return 201;
      },
    };
  }

  async compare(): Promise<void> {
    const select = `select api_key_id as id, revoked_at is not null as isRevoked, expires_at as endsAt from api_keys
      where name = 'faults' order by api_key_id`;
    const { results } = await env.DB.prepare(select).all();
    const expected = this.#keys
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, isRevoked, endsAt }) => ({ id, isRevoked: Number(isRevoked), endsAt }));
    agree('The keys', results, expected);
  }
}
