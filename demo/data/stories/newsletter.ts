import { day, epoch, later, minute } from '../time.ts';
import { clientOf, type DemoEvent, type Json, type Story } from './story.ts';

const issues = [
  ['compare-periods', 'What’s new: comparing two periods'],
  ['entrance-data', 'Three questions your entrance data can answer'],
  ['webinar-staffing', 'Webinar: staffing by the hour'],
] as const;
// 1 January 1970 was a Thursday. Issues are sent on Tuesdays at nine.
const firstIssue = 5 * day + 9 * 60 * minute;

/** The last newsletter is opened, and sometimes a link in it is clicked. */
export const campaignStory: Story = (random, { email = null, crmId }, at) => {
  const week = Math.floor((at.getTime() - firstIssue) / (7 * day));
  const [name, subject] = issues[week % issues.length] ?? issues[0];
  const sentAt = new Date(week * 7 * day + firstIssue).toISOString();
  const mail = {
    messageId: `<${week}.${crmId}@mail.trailmark.example>`,
    recipient: { email, listIds: ['customers'] },
    campaign: { id: `cmp_${week}`, name, subject, sentAt },
    client: clientOf(random),
  };
  const webhook = (type: string, event: string, time: Date, rest: Json): DemoEvent => {
    const payload = { event, timestamp: epoch(time), ...mail, ...rest };
    return { source: 'email-campaign', type, at: time, payload };
  };
  const opened = webhook('email-opened', 'open', at, {});
  if (random.chance(0.65)) return [opened];
  const link = { url: `https://www.trailmark.example/blog/${name}`, position: random.int(1, 4) };
  return [opened, webhook('link-clicked', 'click', later(at, random.int(5, 120) * 1000), { link })];
};
