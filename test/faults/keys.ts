import { Actor, agreeRows, byId, deletion, madeId, type Operation } from './operation.ts';

interface Key {
  id: string;
  isRevoked: boolean;
  endsAt: number | null;
}

/** API keys: they are created, rotated and revoked. */
export class Keys extends Actor {
  readonly #keys: Key[] = [];

  async #add(endsAt: number | null): Promise<void> {
    const id = await madeId('api_key_id', "api_keys where name = 'faults'", this.#keys);
    this.#keys.push({ id, isRevoked: false, endsAt });
  }

  next(): Operation {
    const { pick } = this.scheduler;
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
    if (action === 'revoke')
      return deletion(path, () => {
        key.isRevoked = true;
      });
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
    await agreeRows('The keys', select, byId(this.#keys));
  }
}
