import { Actor, agreeRows, deletion, madeId, type Operation } from './operation.ts';
import type { Scheduler } from './scheduler.ts';

interface Link {
  id: string;
  path: string;
  isDeleted: boolean;
}

const paths = ['/a', '/b', '/c'];

/** Page links. Each path belongs to one link at most. */
export class Links extends Actor {
  readonly #pageId: string;
  readonly #links: Link[] = [];

  constructor(scheduler: Scheduler, pageId: string) {
    super(scheduler);
    this.#pageId = pageId;
  }

  #isTaken = (path: string, but?: Link) =>
    this.#links.some((link) => link.path === path && !link.isDeleted && link !== but);

  next(): Operation {
    const { pick } = this.scheduler;
    const path = pick(paths) ?? '/a';
    const link = pick(this.#links.slice(-4));
    const action = pick(['create', 'move', 'delete']);
    if (!link || action === 'create') return this.#create(path);
    const at = `/v0/page_links/${link.id}`;
    if (action === 'delete') {
      return deletion(at, () => {
        link.isDeleted = true;
      });
    }
    return {
      method: 'PATCH',
      path: at,
      body: { path },
      commit: () => {
        if (link.isDeleted) return 404;
        if (this.#isTaken(path, link)) return 409;
        link.path = path;
        return 200;
      },
      allows: (status) => status === 404 && link.isDeleted,
    };
  }

  #create(path: string): Operation {
    return {
      method: 'POST',
      path: '/v0/page_links',
      body: { path, target: { targetType: 'page', pageId: this.#pageId } },
      commit: async () => {
        if (this.#isTaken(path)) return 409;
        const id = await madeId('page_link_id', 'page_links', this.#links);
        this.#links.push({ id, path, isDeleted: false });
        return 201;
      },
    };
  }

  async compare(): Promise<void> {
    const select = `select page_link_id as id, path, deleted_at is not null as isDeleted from page_links order by seq`;
    await agreeRows('The links', select, this.#links);
  }
}
