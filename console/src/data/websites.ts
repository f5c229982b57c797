import {
  createWebsite,
  deleteWebsite,
  listRefusedOrigins,
  listWebsites,
  type RefusedOriginList,
  type Website,
} from '@footfall/client';
import { ask, useItems } from './api.ts';
import { deleteLater } from './deleting.ts';
import { type QueryState, useQuery } from './query.ts';

/** An address that is safe to link to, or undefined: other people's text may be `javascript:`. */
export const safeUrl = (text: string | null | undefined): string | undefined =>
  text && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined;

/** The websites whose browsers may send visits: 100 at most. */
export const useWebsites = (): QueryState<Website[]> => useItems('websites', listWebsites);

/**
 * From which origins visits were refused in the last days, and which pages they named that do not exist. With `every`, in
 * milliseconds, it is asked again.
 */
export const useRefused = (every?: number): QueryState<RefusedOriginList> =>
  useQuery(
    ['refused-origins'],
    (signal) => ask(listRefusedOrigins, { signal }),
    every === undefined ? {} : { every },
  );

/** Whether nothing was refused. */
export const isNothingRefused = ({ items, unknownPages }: RefusedOriginList): boolean =>
  items.length + unknownPages.length === 0;

/** The origin of an address: `https://shop.example/x` is of `https://shop.example`. */
export const originOf = (address: string | undefined): string | undefined => {
  const url = safeUrl(address);
  return url && new URL(url).origin;
};

/** Allows an origin. That of an address that somebody pastes is taken. */
export const allow = (address: string): Promise<Website> =>
  ask(createWebsite, { body: { origin: originOf(address) ?? address } });

/** Allows an origin, unless it is allowed already, or there is no room for it. */
export async function allowIfNew(origin: string): Promise<void> {
  const { items } = await ask(listWebsites, { query: { limit: 100 } });
  if (items.length < 100 && !items.some((website) => website.origin === origin)) await allow(origin);
}

/** Removes a website some seconds later, in which it can be undone. */
export const removeWebsite = ({ websiteId, origin }: Website): void =>
  deleteLater({
    id: websiteId,
    text: `${origin} was removed`,
    send: () => ask(deleteWebsite, { path: { website_id: websiteId }, keepalive: true }),
  });
