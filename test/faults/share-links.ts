import { Actor, agreeRows, byId, deletion, madeId, type Operation } from './operation.ts';

/** Share links: they are made and revoked. */
export class ShareLinks extends Actor {
  readonly #links: { id: string; isRevoked: boolean }[] = [];

  next(): Operation {
    const { pick } = this.scheduler;
    const link = pick(this.#links.slice(-3));
    if (link && pick(['create', 'revoke']) === 'revoke')
      return deletion(`/v0/share_links/${link.id.replace('api_key', 'share_link')}`, () => {
        link.isRevoked = true;
      });
    return {
      method: 'POST',
      path: '/v0/share_links',
      body: { name: 'shared', path: '/', lifetime: '30d' },
      commit: async () => {
        const from = 'api_keys where shared_path is not null';
        this.#links.push({ id: await madeId('api_key_id', from, this.#links), isRevoked: false });
        return 201;
      },
    };
  }

  async compare(): Promise<void> {
    const select = `select api_key_id as id, revoked_at is not null as isRevoked from api_keys
      where shared_path is not null order by api_key_id`;
    await agreeRows('The share links', select, byId(this.#links));
  }
}
