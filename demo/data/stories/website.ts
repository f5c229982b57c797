import { clientOf, countryOf, type Story } from './story.ts';

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
