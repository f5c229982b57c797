import { later } from '../time.ts';
import { colleagues, type DemoEvent, type Json, type Story } from './story.ts';

/** A subject and its messages. The visitor writes the first, then both take turns. */
const dialogues = [
  [
    'Import of historical data',
    'Hi, can we import last year’s counts from a CSV?',
    'Yes: Settings, Import. One row per day and site, at most 50,000 rows per file.',
    'Perfect, the preview looks right. Thanks!',
  ],
  [
    'Numbers differ between reports',
    'The weekly report says 1,204 visits and the dashboard 1,198. Which one is right?',
    'Both: the report counts in UTC, the dashboard in your time zone.',
    'Ah, that explains it.',
  ],
  [
    'Invoice address',
    'We have moved. How do I change the address on our invoices?',
    'Under Billing, Details.',
  ],
] as const;

/** A chat is started and, in most cases, closed within the hour. */
export const chatStory: Story = (random, { name, email = null, phoneNumber: phone = null }, at) => {
  const [subject, ...texts] = random.pick(dialogues);
  const agent = random.pick(colleagues);
  let end = at;
  const messages = texts.map((text, index) => {
    const author = index % 2 === 0 ? { type: 'visitor', name } : { type: 'agent', name: agent.name };
    const message = { id: random.id('msg_'), sentAt: end.toISOString(), author, text };
    end = later(end, random.int(40, 360) * 1000);
    return message;
  });
  const channel = email ? 'web' : 'whatsapp';
  const visitor = { name, email, phone };
  const chat = { id: random.id('conv_'), subject, channel, visitor, startedAt: at.toISOString() };
  const webhook = (step: 'started' | 'closed', time: Date, rest: Json): DemoEvent => {
    const payload = { event: `conversation.${step}`, conversation: { ...chat, ...rest } };
    return { source: 'live-chat', type: `conversation-${step}`, at: time, payload };
  };
  const started = webhook('started', at, { status: 'open', messages: messages.slice(0, 1) });
  const rating = random.pick([null, { score: random.int(3, 5), comment: null }]);
  const closed = { status: 'closed', closedAt: end.toISOString(), assignee: agent, messages, rating };
  return random.chance(0.2) ? [started] : [started, webhook('closed', end, closed)];
};
