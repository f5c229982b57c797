import { companies } from './companies.ts';
import { jobTitles, staffContacts, strangers } from './persons.ts';
import { createRandom, type Random } from './random.ts';
import { bookingStory } from './stories/cal-com.ts';
import { chatStory } from './stories/chat.ts';
import { issueStory } from './stories/github.ts';
import { ticketStory } from './stories/helpdesk.ts';
import { contactStory, dealStory } from './stories/hubspot.ts';
import { campaignStory } from './stories/newsletter.ts';
import type { Contact, Identifiers, Story } from './stories/story.ts';
import { billingStory } from './stories/stripe.ts';
import { formStory } from './stories/typeform.ts';
import { type DemoLog, inOrder, longest, someDaysAgo, type Timed, workingTime } from './timeline.ts';

/** The body of a POST to /v0/person_logs; it has one identifier. */
type DemoPersonLog = DemoLog & Identifiers & { name?: string };

interface Kind {
  story: Story;
  /** How frequent this kind is, relative to the others. */
  weight: number;
  needs?: 'email' | 'company';
  /** The system sends the name. It knows some persons by this identifier and not by their email. */
  sendsName?: true;
  mayUse?: keyof Identifiers;
}

const billing: Kind = { story: billingStory, weight: 0, needs: 'email' };
const kinds: Kind[] = [
  { story: campaignStory, weight: 6, needs: 'email' },
  { story: formStory, weight: 3, needs: 'email', sendsName: true },
  { story: bookingStory, weight: 2, needs: 'email', sendsName: true },
  { story: chatStory, weight: 3, sendsName: true, mayUse: 'phoneNumber' },
  { story: ticketStory, weight: 3, mayUse: 'phoneNumber' },
  { story: contactStory, weight: 3, mayUse: 'linkedinProfileUrl' },
  { story: issueStory, weight: 1, needs: 'email' },
  { story: dealStory, weight: 2, needs: 'company', mayUse: 'linkedinProfileUrl' },
];

function identifierOf(random: Random, contact: Contact, { mayUse }: Kind) {
  const { email, phoneNumber, linkedinProfileUrl } = contact;
  if (mayUse === 'phoneNumber' && phoneNumber && random.chance(0.35)) return { phoneNumber };
  if (mayUse === 'linkedinProfileUrl' && linkedinProfileUrl && random.chance(0.35))
    return { linkedinProfileUrl };
  return email ? { email } : phoneNumber ? { phoneNumber } : { linkedinProfileUrl: linkedinProfileUrl ?? '' };
}

/** The number of logs of the nth busiest person: a few have very many, some have many, the rest have none. */
function activityOf(random: Random, rank: number): number {
  if (rank < 7) return random.int(20, 38);
  if (rank < 35) return random.int(6, 11);
  return rank < 105 ? random.int(1, 5) : 0;
}

/** Returns the logs of persons in the ten months before `until`, oldest first. */
export function demoPersonLogs(until: Date): DemoPersonLog[] {
  const random = createRandom(2);
  const logs: Timed<DemoPersonLog>[] = [];
  const tell = (contact: Contact, kind: Kind, daysAgo: number): number => {
    const identifier = identifierOf(random, contact, kind);
    const events = kind.story(random, contact, workingTime(random, until, daysAgo));
    for (const { at, ...event } of events) {
      const name = kind.sendsName && { name: contact.name };
      logs.push({ at, log: { ...event, ...identifier, ...name } });
    }
    return events.length;
  };
  const tellMany = (contact: Contact, count: number) => {
    const possible = kinds.filter(({ needs }) => needs === undefined || contact[needs] !== undefined);
    const choices = possible.flatMap((kind) => Array.from({ length: kind.weight }, () => kind));
    for (let told = 0; told < count; ) told += tell(contact, random.pick(choices), someDaysAgo(random));
  };

  const people = staffContacts();
  for (const { company } of companies) {
    const payer = people.find((person) => person.email && person.company?.domain === company.domain);
    if (payer) tell(payer, billing, random.int(120, longest));
  }
  const ranked = people.map((contact) => ({ contact, order: random.int(0, 1e9) }));
  ranked.sort((a, b) => a.order - b.order);
  for (const [rank, { contact }] of ranked.entries()) tellMany(contact, activityOf(random, rank));
  for (const [index, stranger] of strangers.entries()) {
    const company = companies.find((known) => stranger.email?.endsWith(`@${known.company.domain}`))?.company;
    const contact = { ...stranger, jobTitle: random.pick(jobTitles), crmId: 51_900 + index };
    tellMany(company ? { ...contact, company } : contact, random.int(1, 4));
  }
  return inOrder<DemoPersonLog>('person', logs, until);
}
