import costDocument from '../../../../docs/operators/cost.md?raw';
import type { Format } from '../../../../src/outbound/webhooks/format/formats.ts';
import { audienceOf } from '../../support/audiences.ts';
import { newColleague, newVisit, prepareChannels, spoken } from '../../support/channels.ts';
import { newPage } from '../../support/pages.ts';
import { costOf } from '../../support/statements.ts';
import { forgetAll, run, type Told, tell } from '../../support/webhooks.ts';

prepareChannels();

describe('the price of a channel', () => {
  const costs = async (format: Format, told: Told[]) => {
    const webhook = await spoken(format);
    await tell(told);
    const { trips, read, written } = await costOf(() => run(webhook));
    await forgetAll();
    return { trips, read, written };
  };

  test('of 20 sentences stands in docs/operators/cost.md', async () => {
    const places: { page: Told; person: Told; version: Told; visit: Told }[] = [];
    for (let index = 0; index < 20; index++) {
      const { personId, email } = await newColleague(`Company ${index}`);
      const { pageId } = await newPage();
      const { audienceId, latestVersion } = await audienceOf(pageId, { personId });
      const form = { formSubmit: { formSubmissionId: 'f', email: email ?? '' } };
      const visit = await newVisit(pageId, { audienceId, ...form });
      const related = { pageId, versionId: latestVersion.versionId };
      places.push({
        page: { type: 'page.created', subject: pageId },
        person: { type: 'person.updated', subject: personId, changes: ['name'] },
        version: { type: 'audience_version.published', subject: audienceId, related },
        visit: { type: 'session.started', related: { ...visit, audienceId } },
      });
    }
    const all: [of: string, told: Told[]][] = [
      ['20 pages', places.map(({ page }) => page)],
      ['20 persons', places.map(({ person }) => person)],
      ['20 versions, each of an audience of its own', places.map(({ version }) => version)],
      [
        '20 `person.visited`',
        places.map(({ visit, person }) => ({
          ...visit,
          type: 'person.visited',
          subject: person.subject ?? '',
        })),
      ],
      ['20 visits with a form, each of a person of their own', places.map(({ visit }) => visit)],
      ['20 events of one person', Array(20).fill(places[0]?.person)],
    ];
    const lines: string[] = [];
    for (const [of, told] of all) {
      const json = await costs('json', told);
      const slack = await costs('slack', told);
      expect(slack.written).toBe(json.written);
      lines.push(`| ${of} | ${slack.trips - json.trips} | ${slack.read - json.read} |`);
    }
    const documented = costDocument.split('\n## Sentences\n')[1]?.split('\n## ')[0]?.split('\n') ?? [];
    expect(documented.filter((line) => /^\| (?!sentences|---)/.test(line))).toEqual(lines);
  });
});
