import type { Source } from '@footfall/client';

/** A service that sends webhooks. */
export type Provider = Source['provider'];

export interface ProviderWords {
  label: string;
  /** Where its address is pasted, in the provider's own words: the way there, then the field. */
  way: string;
  field: string;
  /** What else is set there. */
  also?: string;
  /** What the provider calls the secret, and where it is. */
  secret: string;
  secretAt: string;
  /** One makes the secret up, and enters it there. Others show theirs. */
  isOwnSecret?: true;
  /** What a secret looks like. */
  placeholder?: string;
}

/** The providers in the order in which they are offered. */
export const providers: Record<Provider, ProviderWords> = {
  stripe: {
    label: 'Stripe',
    way: 'Developers › Webhooks › Add destination',
    field: 'Endpoint URL',
    also: 'Select the events first, such as checkout.session.completed and invoice.paid.',
    secret: 'Signing secret',
    secretAt: 'Stripe shows it on the page of the destination. It begins with whsec_.',
    placeholder: 'whsec_…',
  },
  typeform: {
    label: 'Typeform',
    way: 'Your form › Connect › Webhooks › Add a webhook',
    field: 'Endpoint',
    also: 'Then switch the webhook on.',
    secret: 'Secret',
    secretAt: 'In Typeform: Edit, at the webhook.',
    isOwnSecret: true,
  },
  hubspot: {
    label: 'HubSpot',
    way: 'Your private app › Webhooks',
    field: 'Target URL',
    also: 'Subscribe to changes of the contact’s email, too.',
    secret: 'Client secret',
    secretAt: 'HubSpot shows it in the app, under Auth.',
  },
  'cal-com': {
    label: 'Cal.com',
    way: 'Settings › Developer › Webhooks › New',
    field: 'Subscriber URL',
    secret: 'Secret',
    secretAt: 'In Cal.com: in the same form.',
    isOwnSecret: true,
  },
  calendly: {
    label: 'Calendly',
    way: 'Calendly has no screen for it: a developer sends POST /webhook_subscriptions to its API',
    field: 'url',
    secret: 'signing_key',
    secretAt: 'It belongs to the same request.',
    isOwnSecret: true,
  },
  github: {
    label: 'GitHub',
    way: 'Your repository › Settings › Webhooks › Add webhook',
    field: 'Payload URL',
    also: 'Choose application/json as content type.',
    secret: 'Secret',
    secretAt: 'In GitHub: in the same form.',
    isOwnSecret: true,
  },
  shopify: {
    label: 'Shopify',
    way: 'Settings › Notifications › Webhooks › Create webhook',
    field: 'URL',
    also: 'Choose JSON as format.',
    secret: 'Signing key',
    secretAt: 'Shopify shows it below the list: “Your webhooks will be signed with …”.',
  },
  'standard-webhooks': {
    label: 'Another service',
    way: 'Webhooks › Add endpoint, of a service that signs by Standard Webhooks or Svix, such as Clerk or Resend',
    field: 'Endpoint URL',
    secret: 'Signing secret',
    secretAt: 'The service shows it on the page of the endpoint. It begins with whsec_.',
    placeholder: 'whsec_…',
  },
};

/** The ids of the providers in that order. */
export const providerIds = Object.keys(providers) as Provider[];

const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const secretLength = 40;

/** A secret for a provider that shows none: 40 random characters of 64. */
export const newSecret = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(secretLength)), (byte) => characters[byte % 64]).join('');
