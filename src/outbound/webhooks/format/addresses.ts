// Addresses of the console, as its router reads them: what stands behind /console/#. test/console/addresses.test.ts holds
// them against it.

/** A screen on which a record is open. */
export const recordAt = (screen: 'persons' | 'accounts' | 'links' | 'settings', id: string): string =>
  `/${screen}?${new URLSearchParams({ open: id })}`;

/** The screen of a page. */
export const pageAt = (pageId: string): string => `/pages/${encodeURIComponent(pageId)}`;

/** The screen of an audience. */
export const audienceAt = (pageId: string, audienceId: string): string =>
  `${pageAt(pageId)}/audiences/${encodeURIComponent(audienceId)}`;

/** The visits of a page with one of them open. */
export const visitAt = (pageId: string, analyticsSessionId: string): string =>
  `${pageAt(pageId)}?${new URLSearchParams({ view: 'sessions', open: `visit:${pageId}:${analyticsSessionId}` })}`;
