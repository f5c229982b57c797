import { env } from 'cloudflare:workers';
import { type Actor, agree, type Operation } from './operation.ts';
import type { Scheduler } from './scheduler.ts';

interface Link {
  id: string;
  isRevoked: boolean;
}

/** Share links: they are made and revoked. */
export class ShareLinks implements Actor {
  readonly #scheduler: Scheduler;
  readonly #links: Link[] = [];

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  next(): Operation {
    const { pick } = this.#scheduler;
    const link = pick(this.#links.slice(-3));
    if (!link || pick(['create', 'revoke']) === 'create') return this.#create();
    return {
      method: 'DELETE',
      path: `/v0/share_links/${link.id.replace('api_key', 'share_link')}`,
      commit: () => {
        link.isRevoked = true;
        return 200;
      },
    };
  }

  #create(): Operation {
    return {
      method: 'POST',
      path: '/v0/share_links',
      body: { name: 'shared', path: '/', lifetime: '30d' },
      commit: async () => {
        const known = JSON.stringify(this.#links.map(({ id }) => id));
        const select = `select api_key_id as id from api_keys where shared_path is not null
          and api_key_id not in (select value from json_each(?))`;
        const id = (await env.DB.prepare(select).bind(known).first<string>('id')) ?? '';
        this.#links.push({ id, isRevoked: false });
        return 201;
      },
    };
  }

  async compare(): Promise<void> {
    const select = `select api_key_id as id, revoked_at is not null as isRevoked from api_keys
      where shared_path is not null order by api_key_id`;
    const { results } = await env.DB.prepare(select).all();
    const expected = this.#links
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, isRevoked }) => ({ id, isRevoked: Number(isRevoked) }));
    agree('The share links', results, expected);
  }
}
