import { env } from 'cloudflare:workers';
import type { LeftOutMessage } from '../../../src/visits/beacons/schemas.ts';
import type { LeftOutList } from '../../../src/visits/left-out/schemas.ts';
import { type Problem, send } from './client.ts';
import { newPlace, type Place } from './places.ts';
import { now } from './times.ts';
import { held, newId } from './visits.ts';

/** The page of the visits of a test. */
export let page: Place;
export const onNewPage = async () => {
  page = await newPlace();
};

export const leftOut = (fields: Partial<LeftOutMessage> = {}): LeftOutMessage => ({
  kind: 'left out',
  workspace: 'main',
  receivedAt: now,
  pageId: page.pageId,
  analyticsSessionId: newId(),
  reason: 'bot',
  ...fields,
});
export const deliver = async (...messages: unknown[]) => {
  expect(await held.deliver(messages)).toEqual(messages.map(() => 'ack'));
};
export const list = async (query = '', workspace: 'main' | 'acme' = 'main') =>
  (await send<LeftOutList & Problem>('GET', `/v0/analytics/left_out?${query}`, undefined, { workspace }))
    .body;
export const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);
/** The counts of a page, as `date reason count`. */
export const counts = async ({ pageId } = page) =>
  (await list(`pageId=${pageId}&limit=100`)).items.map(
    ({ date, reason, count }) => `${date} ${reason} ${count}`,
  );
export const today = dateOf(now);
export const ids = async () =>
  (await env.DB.prepare('select count(*) as n from left_out_visits').first<{ n: number }>())?.n;
