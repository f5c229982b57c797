import { here, link, noRecord } from './router.ts';
import type { NavigationScreen } from './screens.ts';

/** What opens at the side of any screen, by the beginning of its id: `?open=account_…`. */
export const records = {
  account: { name: 'Account', screen: 'accounts' },
  person: { name: 'Person', screen: 'persons' },
  page_link: { name: 'Link', screen: 'links' },
  topic: { name: 'Topic', screen: 'topics' },
  api_key: { name: 'API key', screen: 'settings' },
  webhook: { name: 'Webhook', screen: 'settings', part: 'webhooks' },
  alert: { name: 'Alert', screen: 'settings', part: 'alerts' },
  visit: { name: 'Visit', screen: 'pages' },
} as const satisfies Record<string, { name: string; screen: NavigationScreen; part?: string }>;

/** A kind of record that opens at the side. */
export type RecordKind = keyof typeof records;

const idPattern = /^([a-z_]+)_[a-z0-9]{26}$/;

const visitPattern = /^visit:page_[a-z0-9]{26}:./;

/** What `open` takes for a visit. Its id may be any text, and it is found by its page only. */
export const visitKey = (pageId: string, sessionId: string): string => `visit:${pageId}:${sessionId}`;

/** The kind of record that an id names: `account`, `page_link`, or `visit` for a `visitKey`. */
export const kindOf = (id: string): string | undefined =>
  visitPattern.test(id) ? 'visit' : idPattern.exec(id)?.[1];

/** The kind of record that an id names, if it opens at the side. An id may be any text, such as `constructor_…`. */
export function recordKindOf(id: string): RecordKind | undefined {
  const kind = kindOf(id);
  return kind !== undefined && Object.hasOwn(records, kind) ? (kind as RecordKind) : undefined;
}

/** Opens a record at the side of this screen. Use it in `href`. */
export const open = (id: string): string => here({ ...noRecord, open: id });

/** The address of a record whose id was pasted: its own screen, with the record open. */
export function addressOf(id: string): string | undefined {
  const kind = kindOf(id);
  if (kind === 'page') return link('page', { pageId: id });
  if (kind === 'visit')
    return link('page', { pageId: id.split(':')[1] ?? '' }, { view: 'sessions', open: id });
  const recordKind = recordKindOf(id);
  if (!recordKind) return undefined;
  const { screen, part }: { screen: NavigationScreen; part?: string } = records[recordKind];
  return link(screen, {}, { part, open: id });
}
