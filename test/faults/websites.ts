import { env } from 'cloudflare:workers';
import { Actor, agree, agreeRows, byId, deletion, madeId, type Operation } from './operation.ts';

interface Website {
  id: string;
  origin: string;
  isDeleted: boolean;
}

const origins = ['https://a.example', 'https://b.example', 'https://c.example'];

/** Websites: they are created and deleted, and one origin has one website at most. */
export class Websites extends Actor {
  readonly #websites: Website[] = [];

  next(): Operation {
    const { pick } = this.scheduler;
    const website = pick(this.#websites.slice(-3));
    if (!website || pick(['create', 'delete']) === 'create') return this.#create(pick(origins) ?? '');
    return deletion(`/v0/websites/${website.id}`, () => {
      website.isDeleted = true;
    });
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
        const id = await madeId('website_id', 'websites', this.#websites);
        this.#websites.push({ id, origin, isDeleted: false });
        return 201;
      },
    };
  }

  async compare(): Promise<void> {
    const select = `select website_id as id, origin, deleted_at is not null as isDeleted from websites order by website_id`;
    await agreeRows('The websites', select, byId(this.#websites));
    const live = await env.DB.prepare(`select value from counters where name = 'websites'`).first('value');
    agree('The number of websites', live, this.#websites.filter(({ isDeleted }) => !isDeleted).length);
  }
}
