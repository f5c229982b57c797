import type { ComponentType } from 'preact';
import { lazy } from './lazy.tsx';
import { here, link, noRecord } from './router.ts';

/** What shows a record at the side. */
export type RecordView = ComponentType<{ id: string }>;

/** What opens at the side of any screen, by the beginning of its id: `?open=account_…`. */
export const records: Record<string, { name: string; view: RecordView; screen: string }> = {
  account: {
    name: 'Account',
    view: lazy(() => import('./screens/accounts/account.tsx').then((of) => of.AccountRecord)),
    screen: link('accounts'),
  },
  person: {
    name: 'Person',
    view: lazy(() => import('./screens/persons/person.tsx').then((of) => of.PersonRecord)),
    screen: link('persons'),
  },
  page_link: {
    name: 'Link',
    view: lazy(() => import('./screens/links/link.tsx').then((of) => of.LinkRecord)),
    screen: link('links'),
  },
  topic: {
    name: 'Topic',
    view: lazy(() => import('./screens/topics/topic.tsx').then((of) => of.TopicRecord)),
    screen: link('topics'),
  },
  api_key: {
    name: 'API key',
    view: lazy(() => import('./screens/settings/key.tsx').then((of) => of.KeyRecord)),
    screen: link('settings'),
  },
  visit: {
    name: 'Visit',
    view: lazy(() => import('./screens/sessions/visit.tsx').then((of) => of.VisitRecord)),
    screen: link('pages'),
  },
};

const idPattern = /^([a-z_]+)_[a-z0-9]{26}$/;

const visitPattern = /^visit:page_[a-z0-9]{26}:./;

/** What `open` takes for a visit. Its id may be any text, and it is found by its page only. */
export const visitKey = (pageId: string, sessionId: string): string => `visit:${pageId}:${sessionId}`;

/** The kind of record that an id names: `account`, `page_link`, or `visit` for a `visitKey`. */
export const kindOf = (id: string): string | undefined =>
  visitPattern.test(id) ? 'visit' : idPattern.exec(id)?.[1];

/** What shows the record that an id names, if it opens at the side. An id may be any text, such as `constructor_…`. */
export function recordOf(id: string): (typeof records)[string] | undefined {
  const kind = kindOf(id);
  return kind !== undefined && Object.hasOwn(records, kind) ? records[kind] : undefined;
}

/** Opens a record at the side of this screen. Use it in `href`. */
export const open = (id: string): string => here({ ...noRecord, open: id });

/** The address of a record whose id was pasted: its own screen, with the record open. */
export function addressOf(id: string): string | undefined {
  const kind = kindOf(id);
  if (kind === 'page') return link('page', { pageId: id });
  if (kind === 'visit')
    return link('page', { pageId: id.split(':')[1] ?? '' }, { view: 'sessions', open: id });
  const record = recordOf(id);
  return record && `${record.screen}${record.screen.includes('?') ? '&' : '?'}open=${id}`;
}
