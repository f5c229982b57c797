import type { Page, Route } from 'playwright-core';

type Where = Parameters<Page['route']>[0];

/** Answers as the service does, but for what is changed of it. */
export const alter = <T>(page: Page, where: Where, change: (answer: T, route: Route) => object) =>
  page.route(where, async (route) => {
    // The browser may have the answer: then the service would say that it has not changed, without it.
    const { 'if-none-match': _, ...headers } = route.request().headers();
    const response = await route.fetch({ headers });
    await route.fulfill({ response, json: change((await response.json()) as T, route) });
  });

/** Answers with a problem. */
export const refuse = (page: Page, where: Where, status: number, problem: Record<string, string>) =>
  page.route(where, (route) =>
    route.fulfill({ status, contentType: 'application/problem+json', json: { status, ...problem } }),
  );

/** Holds answers back until one calls what it returns. */
export async function hold(page: Page, where: Where): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(where, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** What a page asks the API from now on. Scripts may still be loading. */
export function askedBy(page: Page): { method: string; path: string; query: URLSearchParams }[] {
  const asked: ReturnType<typeof askedBy> = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.startsWith('/v0/'))
      asked.push({ method: request.method(), path: pathname, query: searchParams });
  });
  return asked;
}
