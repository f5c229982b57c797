import { importedId } from '../../../../../src/visits/sessions/ids.ts';
import { audienceOf } from '../../../support/audiences.ts';
import { newColleague, newVisit, prepareChannels, slackTexts } from '../../../support/channels.ts';
import { newPage } from '../../../support/pages.ts';
import { ok } from '../../../support/replies.ts';
import { importSessions } from '../../../support/sessions.ts';
import { hour } from '../../../support/times.ts';
import { newId } from '../../../support/visits.ts';
import type { Told } from '../../../support/webhooks.ts';

const receiver = prepareChannels();

describe('who came', () => {
  /** The sentence of a visit, without its link. */
  const sentence = async (visit: Record<string, string>, told: Partial<Told> = {}) =>
    (await slackTexts(receiver, [{ type: 'session.started', related: visit, ...told }]))[0]?.replace(
      / <.*/,
      '',
    );

  test('a visit that may go on says so, and too little is not said', async () => {
    const { pageId } = await newPage({ title: 'Pricing' });
    const first = await newVisit(pageId, { engagedMs: 12_900, maxScrollDepthPercentage: 0.4 });
    expect(await sentence(first)).toBe('A visitor opened Pricing: 12 s so far.');
    const brief = await newVisit(pageId, { engagedMs: 900 });
    receiver.received.length = 0;
    expect(await sentence(brief)).toBe('A visitor opened Pricing.');
    const long = await newVisit(pageId, {
      elapsedMs: 4 * hour,
      activeMs: 4 * hour,
      engagedMs: hour + 5 * 60_000,
      maxScrollDepthPercentage: 100,
    });
    receiver.received.length = 0;
    expect(await sentence(long)).toBe('A visitor opened Pricing: 1 h 5 min, 100 % read so far.');
  });

  test('a visitor of an audience that is of nobody', async () => {
    const { pageId } = await newPage({ title: 'Pricing' });
    const { audienceId } = await audienceOf(pageId, { customName: 'Retail' });
    const visit = await newVisit(pageId, { audienceId, engagedMs: 0 });
    expect(await sentence({ ...visit, audienceId })).toBe('A visitor of the audience Retail opened Pricing.');
  });

  test('who names themselves in a form is who sent it', async () => {
    const anna = await newColleague('Contoso', { name: 'Anna Berg' });
    const { pageId } = await newPage({ title: 'Pricing' });
    const zoe = await newColleague('Northwind Logistics');
    const { audienceId } = await audienceOf(pageId, { personId: zoe.personId });
    const form = { formSubmit: { formSubmissionId: 'f', email: anna.email ?? '' } };
    const visit = await newVisit(pageId, { audienceId, engagedMs: 0, ...form });
    expect(await sentence({ ...visit, audienceId }, { type: 'form.submitted' })).toBe(
      'Anna Berg (Contoso) sent a form on Pricing.',
    );
  });

  test('an imported visit says when it was', async () => {
    const { pageId } = await newPage({ title: 'Pricing' });
    const { audienceId } = await audienceOf(pageId, { customName: 'Retail' });
    const analyticsSessionId = newId();
    const times = { sessionStartedAt: '2026-03-05T09:30:00Z', sessionEndedAt: '2026-03-05T09:40:00Z' };
    await ok(importSessions(pageId, [{ analyticsSessionId, audienceId, ...times }]));
    expect(await sentence({ pageId, analyticsSessionId: importedId(analyticsSessionId) })).toMatch(
      /^5 Mar 2026, 09:30 UTC: A visitor opened Pricing/,
    );
  });
});
