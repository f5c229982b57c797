import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { ApiKeyCreated } from '../../../src/access/api-keys/schemas.ts';
import type { Visit } from '../../../src/visits/beacons/schemas.ts';
import type { Server } from '../processes.ts';

/** The server that runs now, and whether it is being killed. */
export interface Service {
  server: Server;
  isKilled: boolean;
  answers: number;
  /** Whether clients go on. */
  wantsMore: boolean;
}

/** An event that a client has caused: its type, its subject and the fields that it names. */
export type Done = [type: string, subject: string, changes: string[] | null];

export interface Answer {
  status: number;
  etag: string;
  body: Record<string, string> & { latestVersion: { versionId: string } };
  /** An earlier try had no answer. */
  isRetry: boolean;
  /** It is the answer of an earlier request with the same idempotency key. */
  isReplay: boolean;
}

/** A client with a key of its own, and one write at a time. It sends again what has no answer. */
export class Client {
  readonly key: ApiKeyCreated;
  readonly lane: number;
  readonly service: Service;
  /** What its key has done, in order. */
  readonly done: Done[] = [];
  /** Logs with idempotency keys, and what their first request was answered. */
  readonly logs: [route: string, log: object, answer: object][] = [];
  /** The last beacon of each visit. */
  readonly visits = new Map<string, object>();
  retries = 0;
  readonly #collect: string;

  constructor(service: Service, lane: number, key: ApiKeyCreated, collect: string) {
    this.service = service;
    this.lane = lane;
    this.key = key;
    this.#collect = collect;
  }

  /** Notes events that must be there. */
  notes = (...events: Done[]): void => {
    this.done.push(...events);
  };

  /** Sends a request until it has a complete answer. */
  ask = async (
    method: string,
    route: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    for (let attempt = 0; ; attempt++) {
      const { service } = this;
      const { server } = service;
      try {
        const response = await fetch(server.address + route, {
          method,
          headers: { 'x-api-key': this.key.key, 'content-type': 'application/json', ...headers },
          ...(body && { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        expect(response.status, `${method} ${route}: ${text}`).toBeLessThan(500);
        service.answers += 1;
        const etag = response.headers.get('etag') ?? '';
        const isReplay = response.headers.get('idempotent-replayed') === 'true';
        return { status: response.status, etag, body: JSON.parse(text), isRetry: attempt > 0, isReplay };
      } catch (error) {
        if (!service.isKilled && service.server === server) throw error;
        this.retries += 1;
        while (service.isKilled) await sleep(20);
      }
    }
  };

  /** Makes a record, and returns its id. A retry finds the one that the first try has made. */
  make = async (route: string, body: object, idOf: string): Promise<string> => {
    const answer = await this.ask('POST', route, body);
    if (answer.status === 201) return answer.body[idOf] ?? '';
    expect([answer.status, answer.isRetry], JSON.stringify(answer.body)).toEqual([409, true]);
    return answer.body.conflictingId ?? '';
  };

  /** Changes a record that nobody else changes, if it is as it was read. */
  change = async (route: string, fields: Record<string, string>): Promise<void> => {
    const { etag } = await this.ask('GET', route);
    const answer = await this.ask('PATCH', route, fields, { 'if-match': etag });
    if (answer.status === 200) return;
    expect([answer.status, answer.isRetry], JSON.stringify(answer.body)).toEqual([412, true]);
    expect((await this.ask('GET', route)).body).toMatchObject(fields);
  };

  /** Sends a beacon of a visit, which has all totals so far. */
  async visit(visit: Partial<Visit> & Pick<Visit, 'analyticsSessionId' | 'pageId'>): Promise<void> {
    const beacon = {
      elapsedMs: 20_000,
      activeMs: 15_000,
      engagedMs: 12_000,
      maxScrollDepthPercentage: 50,
      clicksCount: 0,
      questionsAskedCount: 0,
      hasConversion: false,
      ...visit,
    };
    this.visits.set(visit.analyticsSessionId, beacon);
    await this.#send(beacon);
  }

  async #send(beacon: object): Promise<void> {
    const { status } = await this.ask('POST', '/v0/visits', beacon, {
      'x-api-key': this.#collect,
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      // Each lane is another visitor.
      'cf-connecting-ip': `192.0.2.${this.lane + 1}`,
    });
    expect(status).toBe(202);
  }

  /** Writes all logs again: each is there, and is not written a second time. */
  async logAgain(): Promise<void> {
    for (const [route, log, answer] of this.logs) {
      const { status, body, isReplay } = await this.ask('POST', route, log);
      expect([status, isReplay, body]).toEqual([201, true, answer]);
    }
  }

  /** Sends all visits again, as the tracker does. */
  async visitAgain(): Promise<void> {
    for (const beacon of this.visits.values()) await this.#send(beacon);
  }
}
