/** A stream of choices that is the same for the same seed. */
export interface Random {
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  id(prefix: string): string;
}

export interface Company {
  name: string;
  domain: string;
  country: 'us' | 'gb' | 'fr' | 'de';
  plan: 'Starter' | 'Team' | 'Scale';
  seats: number;
}

export interface Contact {
  name: string;
  email?: string;
  phoneNumber?: string;
  linkedinProfileUrl?: string;
  company?: Company;
  jobTitle: string;
  crmId: number;
}

export interface DemoEvent {
  source: string;
  type: string;
  at: Date;
  payload: Record<string, unknown>;
}

/** What one system sends about a person from `at` on. */
export type Story = (random: Random, contact: Contact, at: Date) => DemoEvent[];

const minute = 60_000;
const hour = 60 * minute;
export const day = 24 * hour;
const later = (at: Date, milliseconds: number) => new Date(at.getTime() + milliseconds);
const epoch = (at: Date) => Math.floor(at.getTime() / 1000);
const event = (source: string, type: string, at: Date, payload: DemoEvent['payload']): DemoEvent => ({
  source,
  type,
  at,
  payload,
});

/** Returns the choices of this seed, from mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(next() * items.length)];
    if (item === undefined) throw new RangeError('There is nothing to pick from.');
    return item;
  };
  const letters = [...'0123456789abcdefghjkmnpqrstvwxyz'];
  return {
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
    pick,
    id: (prefix) => prefix + Array.from({ length: 14 }, () => pick(letters)).join(''),
  };
}

const countries = {
  us: { currency: 'usd', taxPercent: 0, timezone: 'America/Chicago', locale: 'en-US' },
  gb: { currency: 'gbp', taxPercent: 20, timezone: 'Europe/London', locale: 'en-GB' },
  fr: { currency: 'eur', taxPercent: 20, timezone: 'Europe/Paris', locale: 'fr-FR' },
  de: { currency: 'eur', taxPercent: 19, timezone: 'Europe/Berlin', locale: 'de-DE' },
};
const countryOf = ({ company }: Contact) => countries[company?.country ?? 'gb'];
const seatPrices = { Starter: 900, Team: 1900, Scale: 3400 };
const customerOf = ({ name, company }: Contact) => ({
  ...(company ?? { name, domain: null, plan: 'Starter' as const, seats: 3 }),
  seatPrice: seatPrices[company?.plan ?? 'Starter'],
});

const colleagues = [
  { name: 'Priya Raman', email: 'priya@trailmark.example' },
  { name: 'Tom Aldous', email: 'tom@trailmark.example' },
  { name: 'Inês Carvalho', email: 'ines@trailmark.example' },
];
// 203.0.113.0/24 is reserved for documentation.
const clientOf = (random: Random) => ({
  ip: `203.0.113.${random.int(1, 254)}`,
  userAgent: `Mozilla/5.0 (${random.pick(['Macintosh; Intel Mac OS X 10_15_7', 'Windows NT 10.0; Win64; x64'])}; rv:145.0) Gecko/20100101 Firefox/145.0`,
});

const forms = [
  ['contact-sales', 'Contact sales', 'How does pricing work above 200 seats?'],
  ['request-demo', 'Request a demo', 'We would like to see reports for several sites.'],
  ['download-guide', 'Guide: measuring footfall', 'Please send the PDF to this address.'],
  ['partner-inquiry', 'Become a partner', 'We set up visitor counting for retailers in two countries.'],
] as const;

/** A form of the website is sent. */
export const formStory: Story = (random, contact, at) => {
  const [id, name, message] = random.pick(forms);
  const url = `https://www.trailmark.example/${id}`;
  const payload = {
    event: 'form.submitted',
    submissionId: random.id('fs_'),
    submittedAt: at.toISOString(),
    form: { id, name, version: random.int(2, 6) },
    page: { url, title: name, referrer: random.pick(['https://search.example/', null]) },
    utm: {
      source: random.pick(['newsletter', 'search', 'partner']),
      medium: 'web',
      campaign: 'autumn-launch',
    },
    fields: [
      { name: 'full_name', type: 'text', value: contact.name },
      { name: 'email', type: 'email', value: contact.email ?? null },
      { name: 'company', type: 'text', value: contact.company?.name ?? '' },
      { name: 'message', type: 'textarea', value: message },
    ],
    consent: { marketing: random.chance(0.6), privacyPolicyVersion: '2026-05' },
    visitor: { ...clientOf(random), locale: countryOf(contact).locale },
  };
  return [event('website-form', 'form-submitted', at, payload)];
};

const crmEnvelope = (random: Random, eventType: string, at: Date) => ({
  eventId: random.int(100_000_000, 999_999_999),
  eventType,
  occurredAt: at.toISOString(),
  changeSource: random.pick(['CRM_UI', 'WORKFLOW', 'IMPORT']),
});
const crmContact = ({ name, email, phoneNumber, linkedinProfileUrl, jobTitle, crmId, company }: Contact) => ({
  id: String(crmId),
  properties: {
    fullname: name,
    email: email ?? null,
    phone: phoneNumber ?? null,
    linkedin_url: linkedinProfileUrl ?? null,
    jobtitle: jobTitle,
    company: company?.name ?? null,
  },
});
const contactChanges = [
  { property: 'lifecyclestage', from: 'lead', to: 'marketingqualifiedlead' },
  { property: 'lead_score', from: 42, to: 68 },
  { property: 'preferred_language', from: null, to: 'en' },
  { property: 'newsletter_opt_in', from: false, to: true },
];

/** Properties of a contact change in the CRM. */
export const contactStory: Story = (random, contact, at) => {
  const first = random.int(0, contactChanges.length - 1);
  const changes = contactChanges.slice(first, first + random.int(1, 2));
  const record = { ...crmContact(contact), owner: random.pick(colleagues) };
  const payload = { ...crmEnvelope(random, 'contact.propertyChange', at), changes, contact: record };
  return [event('crm', 'contact-updated', at, payload)];
};

const stages = ['qualification', 'demo-scheduled', 'proposal-sent', 'negotiation', 'closed-won'];

/** A deal moves on in the CRM, at times once more some days later. */
export const dealStory: Story = (random, contact, at) => {
  const { name, domain, plan, seats, seatPrice } = customerOf(contact);
  const first = random.int(0, stages.length - 3);
  const deal = {
    id: String(random.int(700_000, 799_999)),
    name: `${name}: ${plan}, ${seats} seats`,
    pipeline: 'new-business',
    amount: { minorUnits: seatPrice * seats * 12, currency: countryOf(contact).currency },
    closeDate: later(at, 30 * day)
      .toISOString()
      .slice(0, 10),
    owner: random.pick(colleagues),
  };
  const associations = { contacts: [crmContact(contact)], company: { name, domain } };
  const move = (step: number, time: Date) => {
    const stage = { from: stages[first + step], to: stages[first + step + 1] };
    const envelope = crmEnvelope(random, 'deal.stageChange', time);
    return event('crm', 'deal-stage-changed', time, { ...envelope, deal: { ...deal, stage }, associations });
  };
  const moves = [move(0, at), move(1, later(at, random.int(3, 9) * day + random.int(1, 90) * minute))];
  return random.chance(0.5) ? moves : moves.slice(0, 1);
};

/** A meeting is booked; some are cancelled within a day. */
export const bookingStory: Story = (random, contact, at) => {
  const uri = `https://api.calendar.example/scheduled_events/${random.id('')}`;
  const halfHour = 30 * minute;
  const start = new Date(Math.ceil(at.getTime() / halfHour) * halfHour + random.int(2, 7) * day);
  const invitee = {
    uri: `${uri}/invitees/${random.id('')}`,
    name: contact.name,
    email: contact.email ?? null,
    timezone: countryOf(contact).timezone,
    created_at: at.toISOString(),
    questions_and_answers: [
      { question: 'What should we prepare?', answer: random.pick(['Pricing', 'A test import']), position: 0 },
    ],
    scheduled_event: {
      uri,
      name: random.pick(['Intro call', 'Product demo', 'Onboarding session', 'Quarterly review']),
      start_time: start.toISOString(),
      end_time: later(start, halfHour).toISOString(),
      location: { type: 'video', join_url: `https://meet.example/${random.id('')}` },
      event_memberships: [{ user: random.pick(colleagues) }],
    },
  };
  const step = (name: 'created' | 'canceled', time: Date, rest: Record<string, unknown>) => {
    const payload = {
      event: `invitee.${name}`,
      created_at: time.toISOString(),
      payload: { ...invitee, ...rest },
    };
    return event('calendar', `invitee-${name}`, time, payload);
  };
  const created = step('created', at, { status: 'active' });
  if (random.chance(0.75)) return [created];
  const reason = random.pick(['Conflict with another meeting', 'On sick leave', '']);
  const cancellation = { canceled_by: contact.name, canceler_type: 'invitee', reason };
  const cancelledAt = later(at, random.int(60, 1200) * minute);
  return [created, step('canceled', cancelledAt, { status: 'canceled', cancellation })];
};

/** An invoice is paid, at times seats are added, the next month's invoice is paid. */
export const billingStory: Story = (random, contact, at) => {
  const { name, plan, seats, seatPrice } = customerOf(contact);
  const { currency, taxPercent } = countryOf(contact);
  const added = random.chance(0.5) ? random.int(1, 2) : 0;
  const [customer, subscription] = [random.id('cus_'), random.id('sub_')];
  const price = { id: random.id('price_'), nickname: plan, unit_amount: seatPrice, interval: 'month' };
  const billed = (type: string, time: Date, data: Record<string, unknown>) => {
    const payload = {
      id: random.id('evt_'),
      object: 'event',
      type,
      created: epoch(time),
      livemode: false,
      data,
    };
    return event('billing', type.replace('.', '-'), time, payload);
  };
  const paid = (time: Date, quantity: number, number: number) => {
    const period = { start: epoch(time), end: epoch(later(time, 30 * day)) };
    const data = [
      {
        id: random.id('il_'),
        description: `${quantity} × ${plan} seat`,
        quantity,
        amount: quantity * seatPrice,
        price,
        period,
      },
      {
        id: random.id('il_'),
        description: 'Data export add-on',
        quantity: 1,
        amount: 2500,
        price: null,
        period,
      },
    ];
    const subtotal = quantity * seatPrice + 2500;
    const tax = Math.round((subtotal * taxPercent) / 100);
    const invoice = {
      id: random.id('in_'),
      object: 'invoice',
      number: `TM-${contact.crmId}-000${number}`,
      customer,
      customer_name: name,
      customer_email: contact.email ?? null,
      subscription,
      currency,
      lines: { object: 'list', data, total_count: data.length, has_more: false },
      subtotal,
      tax,
      total: subtotal + tax,
      amount_paid: subtotal + tax,
      amount_remaining: 0,
      status: 'paid',
    };
    return billed('invoice.paid', time, { object: invoice });
  };
  const item = random.id('si_');
  const items = (quantity: number) => ({ object: 'list', data: [{ id: item, quantity, price }] });
  const updated = billed('subscription.updated', later(at, random.int(3, 20) * day + 2 * hour), {
    object: {
      id: subscription,
      object: 'subscription',
      customer,
      status: 'active',
      currency,
      items: items(seats),
    },
    previous_attributes: { items: items(seats - added) },
  });
  const invoices = [paid(at, seats - added, 1), paid(later(at, 30 * day), seats, 2)];
  return added > 0 ? [...invoices, updated] : invoices;
};

/** A subject and its messages, the visitor's first, then in turns. */
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

/** A chat is started and, mostly, closed within the hour. */
export const chatStory: Story = (random, { name, email = null, phoneNumber: phone = null }, at) => {
  const [subject, ...texts] = random.pick(dialogues);
  const agent = random.pick(colleagues);
  let time = at;
  const messages = texts.map((text, index) => {
    const author = index % 2 === 0 ? { type: 'visitor', name } : { type: 'agent', name: agent.name };
    const message = { id: random.id('msg_'), sentAt: time.toISOString(), author, text };
    time = later(time, random.int(40, 360) * 1000);
    return message;
  });
  const channel = email ? 'web' : 'whatsapp';
  const conversation = { id: random.id('conv_'), subject, channel, visitor: { name, email, phone } };
  const started = event('live-chat', 'conversation-started', at, {
    event: 'conversation.started',
    conversation: {
      ...conversation,
      status: 'open',
      startedAt: at.toISOString(),
      messages: messages.slice(0, 1),
    },
  });
  const stamps = { startedAt: at.toISOString(), closedAt: time.toISOString() };
  const rating = random.pick([null, { score: random.int(3, 5), comment: null }]);
  const closed = event('live-chat', 'conversation-closed', time, {
    event: 'conversation.closed',
    conversation: { ...conversation, status: 'closed', ...stamps, assignee: agent, messages, rating },
  });
  return random.chance(0.2) ? [started] : [started, closed];
};

const issues = [
  ['compare-periods', 'What’s new: comparing two periods'],
  ['entrance-data', 'Three questions your entrance data can answer'],
  ['webinar-staffing', 'Webinar: staffing by the hour'],
] as const;
// The first of January 1970 was a Thursday: issues go out on Tuesdays at nine.
const firstIssue = 5 * day + 9 * hour;

/** The last newsletter is opened, at times a link in it clicked. */
export const campaignStory: Story = (random, { email = null }, at) => {
  const week = Math.floor((at.getTime() - firstIssue) / (7 * day));
  const [slug, subject] = issues[week % issues.length] ?? issues[0];
  const sentAt = new Date(week * 7 * day + firstIssue).toISOString();
  const message = {
    messageId: `<${random.id('')}@mail.trailmark.example>`,
    recipient: { email, listIds: ['customers'] },
    campaign: { id: `cmp_${week}`, name: slug, subject, sentAt },
    client: clientOf(random),
  };
  const opened = event('email-campaign', 'email-opened', at, {
    event: 'open',
    timestamp: epoch(at),
    ...message,
  });
  if (random.chance(0.65)) return [opened];
  const link = { url: `https://www.trailmark.example/blog/${slug}`, position: random.int(1, 4) };
  const time = later(at, random.int(5, 120) * 1000);
  const click = { event: 'click', timestamp: epoch(time), ...message, link };
  return [opened, event('email-campaign', 'link-clicked', time, click)];
};

const tickets = [
  [
    'Export stops at 10,000 rows',
    'The CSV of the site report ends after exactly 10,000 rows.',
    'high',
    'export',
  ],
  ['Cannot invite a colleague', 'The invitation says that the address is taken already.', 'normal', 'users'],
  ['Sensor offline since Monday', 'Entrance B shows no counts; the others work.', 'urgent', 'sensors'],
  ['Rename a site', 'Where can we rename a site without losing its history?', 'low', 'sites'],
] as const;

/** A support ticket is created. */
export const ticketStory: Story = (random, contact, at) => {
  const [subject, description, priority, tag] = random.pick(tickets);
  const { name, email = null, phoneNumber = null, company } = contact;
  const ticket = {
    id: random.int(20_000, 89_999),
    subject,
    description,
    priority,
    status: 'new',
    via: { channel: email ? random.pick(['email', 'web']) : 'phone' },
    requester: { id: contact.crmId, name, email, phone: phoneNumber },
    organization: company ? { name: company.name, domains: [company.domain] } : null,
    tags: [tag, countryOf(contact).locale],
    custom_fields: [{ id: 36_001, title: 'Product area', value: tag }],
    created_at: at.toISOString(),
  };
  return [event('helpdesk', 'ticket-created', at, { event: 'ticket.created', ticket })];
};

/** Tells what happens to a company, rather than to one of its people, in the weeks from `at` on. */
export function accountStory(random: Random, company: Company, at: Date): DemoEvent[] {
  const { name, domain, country, plan, seats } = company;
  const { currency } = countries[country];
  const owner = random.pick(colleagues);
  const monthly = { minorUnits: seatPrices[plan] * seats, currency };
  const score = random.int(48, 88);
  const changedAt = later(at, random.int(2, 30) * hour);
  const updatedAt = later(at, random.int(4, 20) * day + random.int(1, 300) * minute);
  const scoredAt = later(at, random.int(21, 50) * day);
  const events = [
    event('e-signature', 'contract-signed', at, {
      event: 'document.completed',
      document: { id: random.id('doc_'), name: `Order form ${name}`, completedAt: at.toISOString() },
      contract: { plan, seats, termMonths: 12, monthly, autoRenew: true },
      signers: [
        { role: 'customer', order: 1, status: 'signed', organization: name },
        { role: 'vendor', order: 2, status: 'signed', ...owner },
      ],
    }),
    event('billing', 'plan-changed', changedAt, {
      event: 'plan.changed',
      created: epoch(changedAt),
      customer: { name, domain },
      change: { from: { plan: 'Trial', seats: 3 }, to: { plan, seats }, monthly },
    }),
    event('crm', 'company-updated', updatedAt, {
      ...crmEnvelope(random, 'company.propertyChange', updatedAt),
      changes: [{ property: 'numberofemployees', from: null, to: seats * random.int(3, 9) }],
      company: { id: random.id('co_'), properties: { name, domain, country: country.toUpperCase() }, owner },
    }),
    event('customer-success', 'health-score-changed', scoredAt, {
      event: 'health_score.changed',
      computedAt: scoredAt.toISOString(),
      account: { name, domain },
      score: { previous: score, current: score + random.int(-18, 11), scale: 100 },
      drivers: [
        { name: 'weekly_active_seats', weight: 0.6, value: random.int(40, 95) / 100 },
        { name: 'open_tickets', weight: 0.4, value: random.int(0, 4) },
      ],
    }),
  ];
  return events.filter(() => random.chance(0.65));
}
