/** How a record is named, and where it is. */
interface Naming {
  /** The fields that name it: the first that is not blank. */
  by: readonly string[];
  /** Where the API has one, and the list of all: of audiences, those of a page. */
  one?: string;
  all?: string;
  /** The screen of the console on which it opens at the side. */
  screen?: string;
}

export const names = {
  person: { by: ['name', 'email'], one: '/v0/persons/{id}', screen: 'persons' },
  account: { by: ['name'], one: '/v0/accounts/{id}', all: '/v0/accounts', screen: 'accounts' },
  page: { by: ['title', 'url'], one: '/v0/pages/{id}', all: '/v0/pages' },
  audience: {
    by: ['effectiveName'],
    one: '/v0/audiences/{id}',
    all: '/v0/pages/{pageId}/audiences',
  },
  page_link: { by: ['path'], one: '/v0/page_links/{id}', screen: 'links' },
  api_key: { by: ['name'], screen: 'settings' },
} as const satisfies Record<string, Naming>;

/** A kind of record that has a name. */
export type NamedKind = keyof typeof names;

/** What a record is called. Undefined if all that could name it is blank. */
export function nameOf<Kind extends NamedKind>(
  kind: Kind,
  record: { [Field in (typeof names)[Kind]['by'][number]]: string | null },
): string | undefined {
  const { by }: Naming = names[kind];
  const texts = by.map((field) => (record as Record<string, string | null | undefined>)[field]?.trim());
  return texts.find((text) => text) || undefined;
}

/** The address of a record in the console, behind `/console/#`. That of an audience has its page. */
export function shownAt(kind: NamedKind, id: string, pageId?: string | null): string | undefined {
  const { screen }: Naming = names[kind];
  if (screen) return `/${screen}?${new URLSearchParams({ open: id })}`;
  const page = kind === 'page' ? id : pageId;
  const rest = kind === 'audience' ? `/audiences/${encodeURIComponent(id)}` : '';
  return page ? `/pages/${encodeURIComponent(page)}${rest}` : undefined;
}

/** A campaign of a page in the console. */
export const campaignAt = (pageId: string, campaignId: string): string =>
  `${shownAt('page', pageId)}/campaigns/${encodeURIComponent(campaignId)}`;

/** The visits of a page in the console with one of them open. */
export const visitAt = (pageId: string, analyticsSessionId: string): string =>
  `${shownAt('page', pageId)}?${new URLSearchParams({ view: 'sessions', open: `visit:${pageId}:${analyticsSessionId}` })}`;
