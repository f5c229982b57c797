import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { AudienceAnalytics } from '../../src/analytics/schemas.ts';
import type { Page as FootfallPage } from '../../src/content/pages/schemas.ts';
import type { Event } from '../../src/outbound/events/schemas.ts';
import type { PersonLogList } from '../../src/people/logs/body-schemas.ts';
import type { Person } from '../../src/people/persons/schemas.ts';
import type { AudienceSession } from '../../src/visits/sessions/schemas.ts';
import { findChromium, launchBrowser } from './browser.ts';
import { demoStateDir } from './demo.ts';
import { call, cleanUp, type Server, startServer } from './processes.ts';

const chromium = findChromium();
let server: Server;
let site = '';
let browser: Browser;

/** The visits of a page that began in this test, latest first. */
class Watched {
  readonly path: string;
  readonly from = new Date().toISOString();

  private constructor(pageId: string) {
    this.path = `/v0/pages/${pageId}`;
  }

  static async open(url: string): Promise<Watched> {
    const { body } = await call<{ items: FootfallPage[] }>(server, 'GET', '/v0/pages?limit=100');
    const page = body.items.find((item) => new URL(item.url).pathname === url);
    return new Watched(page?.pageId ?? '');
  }

  async sessions(): Promise<AudienceSession[]> {
    const list = `${this.path}/audience_sessions?startDate=${this.from}`;
    const { body } = await call<{ items: AudienceSession[]; totalCount: number }>(server, 'GET', list);
    expect(body.totalCount).toBe(body.items.length);
    return body.items;
  }

  /** The only session, when it matches. */
  async session(expected: Partial<AudienceSession>): Promise<AudienceSession> {
    await expect.poll(() => this.sessions()).toEqual([expect.objectContaining(expected)]);
    const [session] = await this.sessions();
    if (!session) throw new Error('it is gone');
    return session;
  }

  /** The analytics of this test's visits, for an audience or for none. */
  async analytics(audienceId?: string): Promise<AudienceAnalytics | undefined> {
    const route = `${this.path}/analytics/audiences?startDate=${this.from}`;
    const { body } = await call<{ items: AudienceAnalytics[] }>(server, 'GET', route);
    return body.items.find((item) => item.audienceId === audienceId);
  }
}

/**
 * A new browser context with the headers of a visitor's browser. A headless one names itself, and counts as a bot.
 */
async function newVisitor(by = browser): Promise<BrowserContext> {
  const [version] = by.version().split('.');
  const userAgent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;
  const context = await by.newContext({ userAgent });
  context.setDefaultTimeout(0); // the timeout of the test is enough
  return context;
}

/**
 * A tab on a path of the demo site, of which the collector has received a beacon (a request of the tracker). An error
 * in its page fails the test.
 */
async function visit(path: string, context?: BrowserContext): Promise<Page> {
  const page = await (context ?? (await newVisitor())).newPage();
  page.on('pageerror', (error) => expect.unreachable(error.message));
  await Promise.all([heard(page), page.goto(site + path)]);
  return page;
}

const heard = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/v0/visits') && response.status() === 202);

describe.skipIf(!chromium)('the demo website in Chromium', () => {
  beforeAll(async () => {
    server = await startServer(await demoStateDir(inject('demo')));
    site = /^Demo website\s+(\S+)$/m.exec(server.printed())?.[1] ?? '';
    browser = await launchBrowser(chromium ?? '');
    await call(server, 'PATCH', '/v0/event_settings', { types: ['form.submitted'] });
  });
  afterAll(async () => {
    await browser?.close();
    cleanUp();
  });

  test('a visit with a scroll, click, question, conversion and form is shown exactly so', async () => {
    const watched = await Watched.open('/request-demo');
    const begun = Date.now();
    const page = await visit('/request-demo?utm_source=newsletter&utm_campaign=spring');
    await page.locator('summary').first().click();
    await page.locator('#question').fill('Do you keep pictures?');
    await page.locator('#ask').click();
    await page.locator('[data-footfall-conversion]').click();
    await page.mouse.wheel(0, 100_000);
    await page.locator('[name=name]').fill('Ada Lovelace');
    await page.locator('[name=email]').fill('Ada.Lovelace@Analytical.example');
    await page.locator('[name=message]').fill('How much for 40 sites?\nWe open in May.');
    await page.locator('#request-demo button').click();
    await page.waitForTimeout(1500);
    await page.close();

    const session = await watched.session({
      audienceId: null,
      audienceSessionId: null,
      computationStatus: 'pending',
      pageUrl: `${site}/request-demo?utm_source=newsletter&utm_campaign=spring`,
      utmSource: 'newsletter',
      utmCampaign: 'spring',
      utmMedium: null,
      totalClicksCount: 4,
      questionsAskedCount: 1,
      hasConversion: true,
      hasFormSubmit: true,
      isBounce: false,
      maxScrollDepthPercentage: 100,
      formSubmissionEmail: 'ada.lovelace@analytical.example',
      formSubmissionPhone: null,
      formSubmissionIdentifier: 'ada.lovelace@analytical.example',
      formSubmissionIdentifierType: 'email',
      sessionEndedAt: null,
    });
    expect(session.pageTitle).toContain('Trailmark');
    expect(session.timeSpentSeconds).toBeGreaterThan(1);
    expect(session.timeSpentSeconds).toBeLessThanOrEqual((Date.now() - begun) / 1000);

    const person = await call<Person>(server, 'GET', `/v0/persons/${session.personId}`);
    expect(person.body).toMatchObject({ name: 'Ada Lovelace', email: 'ada.lovelace@analytical.example' });
    const logs = await call<PersonLogList>(server, 'GET', `/v0/persons/${session.personId}/logs`);
    const [log, ...others] = logs.body.items;
    expect(others).toEqual([]);
    expect(log?.payload).toEqual({
      fields: { name: 'Ada Lovelace', sites: 'one', message: 'How much for 40 sites?\nWe open in May.' },
      analyticsSessionId: session.analyticsSessionId,
      pageId: session.pageId,
      audienceId: null,
      formSubmissionId: session.formSubmissionId,
      email: 'Ada.Lovelace@Analytical.example'.toLowerCase(),
    });
    // The form of a tracker leads to the person and the log, as one of another sender does.
    const events = await call<{ events: Event[] }>(
      server,
      'GET',
      '/v0/events?type=form.submitted&order=newest',
    );
    const told = events.body.events.find(
      ({ related }) => related.analyticsSessionId === session.analyticsSessionId,
    );
    expect(told?.related).toMatchObject({ personId: session.personId, personLogId: log?.personLogId });
    expect(JSON.stringify(told)).not.toMatch(/Ada|40 sites/v);

    expect(await watched.analytics()).toMatchObject({
      totalSessions: 1,
      avgInteractionsPerSession: 5,
      avgScrollDepthPercentage: 100,
      avgTimeSpentSeconds: session.timeSpentSeconds,
      bounceRate: 0,
      conversionRate: 1,
      formSubmitRate: 1,
      bounceCount: 0,
      bounceEligibleSessions: 0,
      conversionCount: 1,
      ctaSessions: 1,
      formSubmitCount: 1,
    });
  });

  test('a personal link is a visit of its audience; a reload continues it', async () => {
    const watched = await Watched.open('/');
    const page = await visit('/for/zoe-lindqvist');
    await page.locator('#question').fill('How many sites?');
    await page.locator('#ask').click();
    await page.reload();
    await page.waitForFunction('window.footfall?.measured.size');
    await page.locator('#question').fill('And seats?');
    await page.locator('#ask').click();
    await page.close();
    const { audienceId, audienceSessionId, analyticsSessionId } = await watched.session({
      questionsAskedCount: 2,
      totalClicksCount: 2,
      hasFormSubmit: false,
    });
    expect(audienceSessionId).toBe(`audience_session_${analyticsSessionId}`);
    expect(await watched.analytics(audienceId ?? '')).toMatchObject({ totalSessions: 1, ctaSessions: 1 });
  });

  test('another page is another visit; coming back, from the back/forward cache too, continues the first', async () => {
    const [pricing, home] = [await Watched.open('/pricing'), await Watched.open('/')];
    const whole = await launchBrowser(chromium ?? '', { whole: true });
    const page = await visit('/pricing', await newVisitor(whole));
    await page.evaluate('window.isTheSame = true');
    await Promise.all([heard(page), page.locator('nav a[href="/"]').click()]);
    await page.goBack({ waitUntil: 'commit' });
    expect(await page.evaluate('window.isTheSame')).toBe(true);
    await page.locator('#question').fill('What does a seat cost?');
    await page.locator('#ask').click();
    await page.close();
    await whole.close();
    await pricing.session({ questionsAskedCount: 1, totalClicksCount: 2, audienceId: null });
    await home.session({ questionsAskedCount: 0, totalClicksCount: 0 });
  });

  test('actions while offline are reported when the connection is back', async () => {
    const watched = await Watched.open('/pricing');
    const context = await newVisitor();
    const page = await visit('/pricing', context);
    await context.setOffline(true);
    await page.locator('#question').fill('Is there a discount?');
    await page.locator('#ask').click();
    await page.locator('#ask').click();
    await page.waitForTimeout(3000);
    await watched.session({ questionsAskedCount: 0 });
    await context.setOffline(false);
    await watched.session({ questionsAskedCount: 2, totalClicksCount: 2 });
    await page.close();
  });
});
