import type { Story } from './story.ts';

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
