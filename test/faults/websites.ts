import { env } from 'cloudflare:workers';
import { type Actor, agree, type Operation } from './operation.ts';
import type { Scheduler } from './scheduler.ts';

interface Website {
  id: string;
  origin: string;
  isDeleted: boolean;
}

const origins = ['https://a.example', 'https://b.example', 'https://c.example'];

/** Websites: they are created and deleted, and one origin has one website at most. */
export class Websites implements Actor {
  readonly #scheduler: Scheduler;
  readonly #websites: Website[] = [];

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  next(): Operation {
    const { pick } = this.#scheduler;
    const website = pick(this.#websites.slice(-3));
    if (!website || pick(['create', 'delete']) === 'create') return this.#create(pick(origins) ?? '');
    return {
      method: 'DELETE',
      path: `/v0/websites/${website.id}`,
      commit: () => {
        website.isDeleted = true;
        return 200;
      },
    };
  }

  #create(origin: string): Operation {
    return {
      method: 'POST',
      path: '/v0/websites',
      body: { origin },
      // Another request may have created or deleted one before a retry.
      allows: (status) => status === 201 || status === 409,
      commit: async () => {
        if (this.#websites.some((known) => known.origin === origin && !known.isDeleted)) return 409;
        const known = JSON.stringify(this.#websites.map(({ id }) => id));
        const select =
          'select website_id as id from websites where website_id not in (select value from json_each(?))';
        const id = (await env.DB.prepare(select).bind(known).first<string>('id')) ?? '';
        this.#websites.push({ id, origin, isDeleted: false });
        return 201;
      },
    };
  }

  async compare(): Promise<void> {
    const select = `select website_id as id, origin, deleted_at is not null as isDeleted from websites order by website_id`;
    const { results } = await env.DB.prepare(select).all();
    const expected = this.#websites
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, origin, isDeleted }) => ({ id, origin, isDeleted: Number(isDeleted) }));
    agree('The websites', results, expected);
    const live = await env.DB.prepare(`select value from counters where name = 'websites'`).first('value');
    agree('The number of websites', live, this.#websites.filter(({ isDeleted }) => !isDeleted).length);
  }
}
