/** Choices that are the same for the same seed. */
export type Random = ReturnType<typeof createRandom>;

export type Company = {
  name: string;
  domain: string;
  country: 'us' | 'gb' | 'fr' | 'de';
  plan: 'Starter' | 'Team' | 'Scale';
  seats: number;
};

export type Identifiers = { email?: string; phoneNumber?: string; linkedinProfileUrl?: string };
export type Contact = Identifiers & { name: string; company?: Company; jobTitle: string; crmId: number };

type Json = Record<string, unknown>;
export type DemoEvent = { source: string; type: string; at: Date; payload: Json };

/** What one system sends about a person from `at` on. */
export type Story = (random: Random, contact: Contact, at: Date) => DemoEvent[];

const minute = 60_000;
export const day = 24 * 60 * minute;
const later = (at: Date, milliseconds: number) => new Date(at.getTime() + milliseconds);
const epoch = (at: Date) => Math.floor(at.getTime() / 1000);

/** Returns the choices of this seed, from mulberry32. */
export function createRandom(seed: number) {
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
    int: (min: number, max: number) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability: number) => next() < probability,
    pick,
    id: (prefix = '') => prefix + Array.from({ length: 14 }, () => pick(letters)).join(''),
  };
}

const countries = {
  us: { currency: 'usd', taxPercent: 0, timezone: 'America/Chicago', locale: 'en-US' },
  gb: { currency: 'gbp', taxPercent: 20, timezone: 'Europe/London', locale: 'en-GB' },
  fr: { currency: 'eur', taxPercent: 20, timezone: 'Europe/Paris', locale: 'fr-FR' },
  de: { currency: 'eur', taxPercent: 19, timezone: 'Europe/Berlin', locale: 'de-DE' },
};
const countryOf = ({ company }: Contact) => countries[company?.country ?? 'gb'];
/** Minor units a month. */
const seatPrices = { Starter: 900, Team: 1900, Scale: 3400 };
const colleagues = [
  { name: 'Priya Raman', email: 'priya@trailmark.example' },
  { name: 'Tom Aldous', email: 'tom@trailmark.example' },
  { name: 'Inês Carvalho', email: 'ines@trailmark.example' },
];
const systems = ['Macintosh; Intel Mac OS X 10.15', 'Windows NT 10.0; Win64; x64', 'X11; Linux x86_64'];
const clientOf = (random: Random) => ({
  // 203.0.113.0/24 is reserved for documentation.
  ip: `203.0.113.${random.int(1, 254)}`,
  userAgent: `Mozilla/5.0 (${random.pick(systems)}; rv:145.0) Gecko/20100101 Firefox/145.0`,
});

const forms = [
  ['contact-sales', 'Contact sales', 'How does pricing work above 200 seats?'],
  ['request-demo', 'Request a demo', 'We would like to see reports for several sites.'],
  ['download-guide', 'Guide: measuring footfall', 'Please send the PDF to this address.'],
] as const;

/** A form of the website is sent. */
export const formStory: Story = (random, contact, at) => {
  const [id, title, message] = random.pick(forms);
  const payload = {
    event: 'form.submitted',
    submissionId: random.id('fs_'),
    submittedAt: at.toISOString(),
    form: { id, title, version: random.int(2, 6) },
    page: { url: `https://www.trailmark.example/${id}`, title, referrer: 'https://search.example/' },
    utm: { source: random.pick(['newsletter', 'search', 'partner']), campaign: 'autumn-launch' },
    fields: [
      { name: 'full_name', type: 'text', value: contact.name },
      { name: 'email', type: 'email', value: contact.email ?? null },
      { name: 'company', type: 'text', value: contact.company?.name ?? '' },
      { name: 'message', type: 'textarea', value: message },
    ],
    consent: { marketing: random.chance(0.6), privacyPolicyVersion: '2026-05' },
    visitor: { ...clientOf(random), locale: countryOf(contact).locale },
  };
  return [{ source: 'website-form', type: 'form-submitted', at, payload }];
};

const crmEvent = (random: Random, type: string, eventType: string, at: Date, data: Json): DemoEvent => {
  const eventId = random.int(100_000_000, 999_999_999);
  const changeSource = random.pick(['CRM_UI', 'WORKFLOW', 'IMPORT']);
  const payload = { eventId, eventType, occurredAt: at.toISOString(), changeSource, ...data };
  return { source: 'crm', type, at, payload };
};
const crmContact = (contact: Contact) => {
  const { name: fullname, email = null, phoneNumber: phone = null, jobTitle: jobtitle } = contact;
  const { linkedinProfileUrl: linkedin_url = null, company } = contact;
  const properties = { fullname, email, phone, linkedin_url, jobtitle, company: company?.name ?? null };
  return { id: String(contact.crmId), properties };
};
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
  return [crmEvent(random, 'contact-updated', 'contact.propertyChange', at, { changes, contact: record })];
};

const stages = ['qualification', 'demo-scheduled', 'proposal-sent', 'negotiation', 'closed-won'];

/** A deal moves on in the CRM, at times once more a week later. */
export const dealStory: Story = (random, contact, at) => {
  const { company } = contact;
  if (!company) return [];
  const { name, domain, plan, seats } = company;
  const first = random.int(0, stages.length - 3);
  const deal = {
    id: String(random.int(700_000, 799_999)),
    name: `${name}: ${plan}, ${seats} seats`,
    pipeline: 'new-business',
    amount: { minorUnits: seatPrices[plan] * seats * 12, currency: countryOf(contact).currency },
    owner: random.pick(colleagues),
    associations: { contacts: [crmContact(contact)], company: { name, domain } },
  };
  const moved = (step: number, time: Date) => {
    const stage = { from: stages[first + step], to: stages[first + step + 1] };
    return crmEvent(random, 'deal-stage-changed', 'deal.stageChange', time, { deal: { ...deal, stage } });
  };
  const moves = [moved(0, at), moved(1, later(at, 7 * day + random.int(1, 90) * minute))];
  return random.chance(0.5) ? moves : moves.slice(0, 1);
};

const meetings = ['Intro call', 'Product demo', 'Onboarding session', 'Quarterly review'];

/** A meeting is booked; some are cancelled within hours. */
export const bookingStory: Story = (random, contact, at) => {
  const uri = `https://api.calendar.example/scheduled_events/${random.id()}`;
  const halfHour = 30 * minute;
  // Whole weeks later, so that it is a working day too.
  const start = new Date(Math.ceil(at.getTime() / halfHour) * halfHour + random.int(1, 2) * 7 * day);
  const answer = random.pick(['Pricing', 'A test import', 'Access for a colleague']);
  const invitee = {
    uri: `${uri}/invitees/${random.id()}`,
    name: contact.name,
    email: contact.email ?? null,
    timezone: countryOf(contact).timezone,
    created_at: at.toISOString(),
    questions_and_answers: [{ question: 'What should we prepare?', answer, position: 0 }],
    scheduled_event: {
      uri,
      name: random.pick(meetings),
      start_time: start.toISOString(),
      end_time: later(start, halfHour).toISOString(),
      location: { type: 'video', join_url: `https://meet.example/${random.id()}` },
      event_memberships: [{ user: random.pick(colleagues) }],
    },
  };
  const webhook = (step: 'created' | 'canceled', time: Date, rest: Json): DemoEvent => {
    const payload = {
      event: `invitee.${step}`,
      created_at: time.toISOString(),
      payload: { ...invitee, ...rest },
    };
    return { source: 'calendar', type: `invitee-${step}`, at: time, payload };
  };
  const created = webhook('created', at, { status: 'active' });
  if (random.chance(0.75)) return [created];
  const reason = random.pick(['Conflict with another meeting', 'On sick leave', '']);
  const cancellation = { canceled_by: contact.name, canceler_type: 'invitee', reason };
  const cancelledAt = later(at, random.int(20, 240) * minute);
  return [created, webhook('canceled', cancelledAt, { status: 'canceled', cancellation })];
};

/** An invoice is paid, at times seats are added, the next month's invoice is paid. */
export const billingStory: Story = (random, contact, at) => {
  if (!contact.company) return [];
  const { name, plan, seats } = contact.company;
  const { currency, taxPercent } = countryOf(contact);
  const added = random.chance(0.5) ? random.int(1, 2) : 0;
  const [customer, subscription, item] = [random.id('cus_'), random.id('sub_'), random.id('si_')];
  const price = { id: random.id('price_'), nickname: plan, unit_amount: seatPrices[plan], interval: 'month' };
  const exports = { quantity: 1, amount: 2500, description: 'Data export add-on' };
  const webhook = (type: string, time: Date, data: Json): DemoEvent => {
    const payload = { id: random.id('evt_'), object: 'event', type, created: epoch(time), data };
    return { source: 'billing', type: type.replace('.', '-'), at: time, payload };
  };
  const paid = (time: Date, quantity: number, number: number) => {
    const period = { start: epoch(time), end: epoch(later(time, 30 * day)) };
    const amount = quantity * price.unit_amount;
    const use = { quantity, amount, description: `${quantity} × ${plan} seat`, price };
    const data = [use, exports].map((line) => ({ id: random.id('il_'), ...line, currency, period }));
    const subtotal = amount + exports.amount;
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
      status: 'paid',
    };
    return webhook('invoice.paid', time, { object: invoice });
  };
  const items = (quantity: number) => ({ object: 'list', data: [{ id: item, quantity, price }] });
  const state = { id: subscription, object: 'subscription', customer, status: 'active', items: items(seats) };
  const change = { object: state, previous_attributes: { items: items(seats - added) } };
  const updated = webhook('subscription.updated', later(at, random.int(3, 20) * day), change);
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

const issues = [
  ['compare-periods', 'What’s new: comparing two periods'],
  ['entrance-data', 'Three questions your entrance data can answer'],
  ['webinar-staffing', 'Webinar: staffing by the hour'],
] as const;
// The first of January 1970 was a Thursday: issues go out on Tuesdays at nine.
const firstIssue = 5 * day + 9 * 60 * minute;

/** The last newsletter is opened, at times a link in it clicked. */
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

const tickets = [
  ['Export stops at 10,000 rows', 'The CSV of the site report ends after 10,000 rows.', 'high', 'export'],
  ['Cannot invite a colleague', 'The invitation says that the address is taken.', 'normal', 'users'],
  ['Sensor offline since Monday', 'Entrance B shows no counts; the others work.', 'urgent', 'sensors'],
  ['Rename a site', 'Can we rename a site without losing its history?', 'low', 'sites'],
] as const;

/** A support ticket is created. */
export const ticketStory: Story = (random, contact, at) => {
  const [subject, description, priority, tag] = random.pick(tickets);
  const { name, email = null, phoneNumber: phone = null, company } = contact;
  const ticket = {
    id: random.int(20_000, 89_999),
    subject,
    description,
    priority,
    status: 'new',
    via: { channel: email ? random.pick(['email', 'web']) : 'phone' },
    requester: { id: contact.crmId, name, email, phone },
    organization: company ? { name: company.name, domains: [company.domain] } : null,
    tags: [tag, 'triage'],
    custom_fields: [{ id: 36_001, title: 'Product area', value: tag }],
    created_at: at.toISOString(),
  };
  return [{ source: 'helpdesk', type: 'ticket-created', at, payload: { event: 'ticket.created', ticket } }];
};

/** Tells what happens to a company, rather than to one of its people, in the weeks from `at` on. */
export function accountStory(random: Random, company: Company, at: Date): DemoEvent[] {
  const { name, domain, country, plan, seats } = company;
  const owner = random.pick(colleagues);
  const monthly = { minorUnits: seatPrices[plan] * seats, currency: countries[country].currency };
  const signed = {
    event: 'document.completed',
    document: { id: random.id('doc_'), name: `Order form ${name}`, completedAt: at.toISOString() },
    contract: { plan, seats, termMonths: 12, monthly, autoRenew: true },
    signers: [
      { role: 'customer', organization: name },
      { role: 'vendor', ...owner },
    ],
  };
  const changedAt = later(at, random.int(100, 2000) * minute);
  const change = { from: { plan: 'Trial', seats: 3 }, to: { plan, seats }, monthly };
  const plans = { event: 'plan.changed', created: epoch(changedAt), customer: { name, domain }, change };
  const updatedAt = later(at, random.int(4, 20) * day + random.int(1, 300) * minute);
  const changes = [{ property: 'numberofemployees', from: null, to: seats * random.int(3, 9) }];
  const properties = { name, domain, country: country.toUpperCase() };
  const record = { id: random.id('co_'), properties, owner };
  const computedAt = later(at, random.int(21, 50) * day);
  const previous = random.int(48, 88);
  const health = {
    event: 'health_score.changed',
    account: { name, domain },
    computedAt: computedAt.toISOString(),
    score: { previous, current: previous + random.int(-18, 11), scale: 100 },
    drivers: [
      { name: 'weekly_active_seats', weight: 0.6, value: random.int(40, 95) / 100 },
      { name: 'open_tickets', weight: 0.4, value: random.int(0, 4) },
    ],
  };
  const events: DemoEvent[] = [
    { source: 'e-signature', type: 'contract-signed', at, payload: signed },
    { source: 'billing', type: 'plan-changed', at: changedAt, payload: plans },
    crmEvent(random, 'company-updated', 'company.propertyChange', updatedAt, { changes, company: record }),
    { source: 'customer-success', type: 'health-score-changed', at: computedAt, payload: health },
  ];
  return events.filter(() => random.chance(0.65));
}
