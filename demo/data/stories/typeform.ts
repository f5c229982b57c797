import { later } from '../time.ts';
import type { Story } from './story.ts';

const forms = [
  ['xK3vTq8a', 'Contact sales', 'How does pricing work above 200 seats?'],
  ['pR7mWd2c', 'Request a demo', 'We would like to see reports for several sites.'],
  ['gN5bLs9e', 'Guide: measuring footfall', 'Please send the PDF to this address.'],
] as const;

/** A form is answered, as Typeform sends it. */
export const formStory: Story = (random, contact, at) => {
  const [id, title, message] = random.pick(forms);
  const question = (type: string, ref: string, text: string) => ({ id: random.id(), ref, type, title: text });
  const fields = [
    question('short_text', 'full_name', 'What is your name?'),
    question('email', 'email', 'Where can we reach you?'),
    question('short_text', 'company', 'Where do you work?'),
    question('long_text', 'message', 'What can we do for you?'),
  ];
  const values = [contact.name, contact.email ?? '', contact.company?.name ?? '', message];
  const answers = fields.flatMap(({ id: fieldId, ref, type }, index) => {
    const value = values[index];
    const kind = type === 'email' ? 'email' : 'text';
    return value ? [{ type: kind, [kind]: value, field: { id: fieldId, ref, type } }] : [];
  });
  const payload = {
    event_id: random.id('01'),
    event_type: 'form_response',
    form_response: {
      form_id: id,
      token: random.id(),
      landed_at: later(at, -random.int(25, 240) * 1000).toISOString(),
      submitted_at: at.toISOString(),
      hidden: {
        utm_source: random.pick(['newsletter', 'search', 'partner']),
        utm_campaign: 'autumn-launch',
      },
      definition: { id, title, fields },
      answers,
    },
  };
  return [{ source: 'typeform', type: 'form-response', at, payload }];
};
