import { env } from 'cloudflare:workers';
import { Actor, agree, type Operation } from './operation.ts';

const domains = ['x.example', 'y.example', 'w.example'];

/** Accounts: they are renamed, and have logs. Persons make them too. */
export class Accounts extends Actor {
  readonly #names = new Map<string, string>();
  readonly #logs = new Map<string, number>();
  readonly #keys = new Map<string, string>();
  #ids: string[] = [];

  next(): Operation {
    const { pick, happens } = this.scheduler;
    const accountId = pick(this.#ids);
    return accountId && happens(0.5) ? this.#rename(accountId) : this.#log(pick(domains) ?? '');
  }

  #rename(accountId: string): Operation {
    const name = this.scheduler.pick(['One', 'Two', 'Three']) ?? '';
    return {
      method: 'PATCH',
      path: `/v0/accounts/${accountId}`,
      body: { name },
      commit: () => {
        this.#names.set(accountId, name);
        return 200;
      },
    };
  }

  #log(domain: string): Operation {
    const { pick, happens } = this.scheduler;
    const key = happens(0.6) ? { idempotencyKey: pick(['j1', 'j2', 'j3', 'j4']) ?? '' } : {};
    const log = { domain, source: 'x', type: 'y', payload: { n: pick([1, 1, 1, 2]) ?? 1 }, ...key };
    const text = JSON.stringify(log);
    return {
      method: 'POST',
      path: '/v0/account_logs',
      body: log,
      commit: async () => {
        const known = key.idempotencyKey && this.#keys.get(key.idempotencyKey);
        if (known) return known === text ? 201 : 422;
        if (key.idempotencyKey) this.#keys.set(key.idempotencyKey, text);
        this.#logs.set(domain, (this.#logs.get(domain) ?? 0) + 1);
        // An account with a log stays, also when its persons are erased.
        const select =
          'select account_id as id from accounts where account_id in (select account_id from account_logs)';
        this.#ids = (await env.DB.prepare(select).all<{ id: string }>()).results.map(({ id }) => id);
        return 201;
      },
    };
  }

  async compare(): Promise<void> {
    const select = `select a.account_id as id, domain, name, count(account_log_id) as logs
      from accounts a join account_logs using (account_id) group by a.account_id order by domain`;
    type Row = { id: string; domain: string; name: string; logs: number };
    const { results } = await env.DB.prepare(select).all<Row>();
    const expected = [...this.#logs]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([domain, logs]) => {
        const id = results.find((row) => row.domain === domain)?.id ?? '';
        return { id, domain, name: this.#names.get(id) ?? domain, logs };
      });
    agree('The accounts with logs', results, expected);
  }
}
