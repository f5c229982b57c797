import { setTimeout as sleep } from 'node:timers/promises';
import type { EventList } from '../../../src/outbound/events/schemas.ts';
import type { Client } from './client.ts';

/** A program that follows the feed. */
export class Follower {
  /** The numbers of the events that it was given. */
  readonly seen: number[] = [];
  readonly #client: Client;
  #after = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Reads what is new, until nobody writes any more. */
  async follow(): Promise<void> {
    for (;;) {
      const limit = 1 + (this.seen.length % 9);
      const route = `/v0/events?after=${this.#after}&limit=${limit}`;
      const { wantsMore } = this.#client.service;
      const { events, hasMore, next } = (await this.#client.ask('GET', route)).body as unknown as EventList;
      this.seen.push(...events.map(({ sequence }) => sequence));
      this.#after = next;
      if (!hasMore && !wantsMore) return;
      if (!hasMore) await sleep(50);
    }
  }
}
