// Before this reads the address, the code of a sign-in link is taken out of it.
import './sign-in-code.ts';
import { createStore, useStore } from '../lib/store.ts';
import { usualZone } from '../lib/usual-zone.ts';
import { mayGo } from './guards.ts';
import { keepView, keptView } from './kept-view.ts';
import { type NavigationScreen, type Screen, screens } from './screens.ts';

type ParamsIn<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsIn<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;
/** The parameters in the path of a screen. */
type Params<S extends Screen> = Record<ParamsIn<(typeof screens)[S]['path']>, string>;
/**
 * Values after `?`. An empty or undefined value removes the name. Of a name that is there several times, each value is a
 * line: `{ country: 'DE\nAT' }` is `country=DE&country=AT`.
 */
export type Query = Record<string, string | undefined>;

export interface Route<S extends Screen = Screen> {
  /** Undefined when no screen has this address. */
  screen: S | undefined;
  params: Params<S>;
  query: Query;
}

const queryText = (query: Query): string => {
  const kept = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const pairs = kept.flatMap(([name, lines]) => lines.split('\n').map((value) => [name, value]));
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
};

/**
 * The address of a screen: `link('page', { pageId }, { range: '7d' })`. The range on the screen goes along where the query
 * has none.
 */
export function link<S extends Screen>(
  screen: S,
  ...[params, query = {}]: [keyof Params<S>] extends [never]
    ? [params?: Record<string, never>, query?: Query]
    : [params: Params<S>, query?: Query]
): string {
  const values: Record<string, string> = { ...params };
  const path = screens[screen].path.replaceAll(/:(\w+)/g, (_, name) =>
    encodeURIComponent(values[name] ?? ''),
  );
  // The first `query` keeps its order, the second one its values.
  return `#${path}${queryText({ ...query, ...keptView(screen), ...query })}`;
}

/** No id, and no segment of a path: the client refuses them. */
const notIds = ['', '.', '..'];

function paramsOf(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const parts = path.split('/');
  if (wanted.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, name] of wanted.entries()) {
    const part = parts[index] ?? '';
    if (name.startsWith(':') && !notIds.includes(part)) params[name.slice(1)] = decodeURIComponent(part);
    else if (name !== part) return undefined;
  }
  return params;
}

/** Reads an address as `link` writes it. */
export function parse(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#/, '').split(/\?(.*)/s);
  const values = Map.groupBy(new URLSearchParams(search), ([name]) => name);
  const query = Object.fromEntries(
    Array.from(values, ([name, pairs]) => [name, pairs.map(([, value]) => value).join('\n')]),
  );
  for (const [screen, { path: pattern }] of Object.entries(screens)) {
    try {
      const params = paramsOf(pattern, path === '' ? '/' : path);
      if (params) return { screen: screen as Screen, params: params as Params<Screen>, query };
    } catch {
      // An address with a broken escape is the address of no screen.
    }
  }
  return { screen: undefined, params: {} as Params<Screen>, query };
}

const current = createStore(parse(location.hash));
keepView(current.get());
let shown = location.hash;
const show = () => {
  shown = location.hash;
  const route = parse(shown);
  keepView(route);
  current.set(route);
};

/** Shows what the address says, unless unsaved words keep it. A browser says a moment later that it has changed. */
function arrive(): void {
  if (location.hash === shown) return;
  const { screen, params, query } = current.get();
  const next = parse(location.hash);
  const leavesScreen = next.screen !== screen || JSON.stringify(next.params) !== JSON.stringify(params);
  const leavesRecord = next.query.open !== query.open;
  const wanted = location.hash;
  if (!mayGo({ screen: leavesScreen, record: leavesRecord }, () => go(wanted))) {
    shown ||= '#/';
    history.pushState(null, '', shown);
    return;
  }
  show();
}
addEventListener('hashchange', arrive);

/** Does something that takes all screens away, such as signing out. Unsaved words ask first. */
export function leaving(act: () => void): void {
  if (mayGo({ screen: true, record: true }, act)) act();
}

/**
 * Goes to an address of `link` or `here`. `replace` leaves no step to go back to; it does nothing when the reader has
 * left the address that it would replace.
 */
export function go(address: string, { replace = false } = {}): void {
  if (address === location.hash) return;
  if (!replace) {
    location.hash = address;
    arrive();
  } else if (location.hash === shown) {
    history.replaceState(null, '', address);
    show();
  }
}

/** The values in the address that belong to the record at the side, unset: `here(noRecord)` closes it. */
export const noRecord: Query = Object.fromEntries(
  ['open', 'tab', 'show', 'source', 'type'].map((name) => [name, undefined]),
);

/** The address of this screen with some values of its query changed: `here({ range: '7d', audience: undefined })`. */
export function here(changes: Query): string {
  const { screen, params, query } = current.get();
  const all = { ...query, ...changes };
  return screen ? link(screen, params as never, all as never) : `#/${queryText(all)}`;
}

/** The screen, its parameters and its query; the component is drawn again when the address changes. */
export const useRoute = <S extends Screen>(_screen?: S): Route<S> => useStore(current) as Route<S>;

/** What the address asks to create on this screen (`?new=…`), and a function that ends it. */
export function useNew(): [what: string | undefined, close: () => void] {
  const { query } = useRoute();
  return [query.new, () => go(here({ new: undefined }), { replace: true })];
}

/**
 * What stands behind the # for the view on the screen, to be opened by others: with its zone, so that its days are the
 * same for a reader who is elsewhere, and without an open dialog.
 */
export const viewAddress = ({ zone = usualZone() }: Query): string => here({ new: undefined, zone }).slice(1);

/** What opens at the side of any screen, by the beginning of its id: `?open=account_…`. */
export const records = {
  account: { name: 'Account', screen: 'accounts', hasJson: true },
  person: { name: 'Person', screen: 'persons', hasJson: true },
  page_link: { name: 'Link', screen: 'links' },
  topic: { name: 'Topic', screen: 'topics' },
  api_key: { name: 'API key', screen: 'settings' },
  source: { name: 'Source', screen: 'settings', part: 'sources' },
  webhook: { name: 'Webhook', screen: 'settings', part: 'webhooks' },
  alert: { name: 'Alert', screen: 'settings', part: 'alerts' },
  visit: { name: 'Visit', screen: 'pages', hasJson: true },
} as const satisfies Record<
  string,
  {
    name: string;
    screen: NavigationScreen;
    part?: string;
    /** `?tab=json` shows it as JSON. */
    hasJson?: boolean;
  }
>;

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
