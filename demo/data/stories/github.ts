import { day, later, minute } from '../time.ts';
import type { DemoEvent, Story } from './story.ts';

const full_name = 'trailmark/counts-client';
const url = `https://github.com/${full_name}`;
const issues = [
  'Export of the API skips the last quarter of an hour',
  'Type of `count.direction` is wrong in the client',
  'Document how daylight saving time is counted',
  'Retry after 429 waits too long',
];

/** An issue in the repository of the client is opened, and some days later closed, as GitHub sends it. */
export const issueStory: Story = (random, { email = '', crmId }, at) => {
  const login = email.replace(/@.*/, '').replaceAll('.', '-');
  const number = crmId - 51_000;
  const sender = { login, id: 40_000_000 + crmId, type: 'User', html_url: `https://github.com/${login}` };
  const repository = { id: 718_204_551, name: 'counts-client', full_name, private: false, html_url: url };
  const title = random.pick(issues);
  const webhook = (action: 'opened' | 'closed', time: Date): DemoEvent => {
    const issue = {
      number,
      title,
      state: action === 'opened' ? 'open' : 'closed',
      user: sender,
      html_url: `${url}/issues/${number}`,
      comments: action === 'opened' ? 0 : random.int(1, 6),
      created_at: at.toISOString(),
      updated_at: time.toISOString(),
    };
    return {
      source: 'github',
      type: `issues-${action}`,
      at: time,
      payload: { action, issue, repository, sender },
    };
  };
  const opened = webhook('opened', at);
  return random.chance(0.6)
    ? [opened, webhook('closed', later(at, random.int(1, 9) * day + random.int(1, 300) * minute))]
    : [opened];
};
