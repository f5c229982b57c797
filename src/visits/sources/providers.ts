import { minuteMs } from '../../lib/durations.ts';
import type { Mapping } from './mapping.ts';
import { valuesAt } from './paths.ts';
import {
  type Incoming,
  type Signature,
  standardHeaders,
  standardStart,
  timedPairs,
  wholeHeader,
} from './signature.ts';

/** A service that sends webhooks: how it signs, and where its bodies say what. Another one is one more entry below. */
export interface Provider {
  label: string;
  signature: Signature;
  /** What a secret of it looks like. */
  isSecret: (secret: string) => boolean;
  /** Whether the signature covers the id of a delivery and its type. What it does not cover can be forged. */
  signed: readonly ('id' | 'type')[];
  /** Its id of a delivery: the same when it sends again. Without a signed one, the body is its own id. */
  deliveryId?: (incoming: Incoming, body: unknown) => unknown;
  /** One of few words, not signed, that tells honest deliveries with the same body apart. */
  word?: (incoming: Incoming) => string | undefined;
  /** The body is an array of up to 100 events. */
  isList?: true;
  /** The type of an event, where the body does not say it. */
  type?: (incoming: Incoming, body: unknown) => string | undefined;
  mapping: Mapping;
}

const idAt = (path: string) => (_: Incoming, body: unknown) => valuesAt(body, path)[0];
const isText = (secret: string): boolean => /^[!-~]{8,200}$/.test(secret);

/** The bytes of `whsec_` and base64, or nothing. */
function bytesOf(secret: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(secret.replace(/^whsec_/, ''));
  } catch {
    return new Uint8Array();
  }
}

const all = ['id', 'type'] as const;
/** How the topics of Shopify end that name a person. No other end is part of a key: whoever makes up topics gets no more logs. */
const shopifyVerbs = [
  'create',
  'update',
  'updated',
  'delete',
  'edited',
  'paid',
  'cancelled',
  'fulfilled',
  'partially_fulfilled',
];
const nothing = { linkedinProfileUrl: [], excludedTypes: [] };

/** The providers, by their ids, which their logs have as `source` unless somebody names it. */
export const providers = {
  stripe: {
    label: 'Stripe',
    signature: { encoding: 'hex', tolerance: 5 * minuteMs, read: timedPairs('stripe-signature') },
    isSecret: (secret) => isText(secret) && secret.startsWith('whsec_'),
    signed: all,
    deliveryId: idAt('$.id'),
    mapping: {
      ...nothing,
      email: [
        '$.data.object.customer_email',
        '$.data.object.customer_details.email',
        '$.data.object.receipt_email',
        '$.data.object.billing_details.email',
        '$.data.object.email',
      ],
      phoneNumber: [
        '$.data.object.customer_phone',
        '$.data.object.customer_details.phone',
        '$.data.object.billing_details.phone',
        '$.data.object.phone',
      ],
      name: [
        '$.data.object.customer_name',
        '$.data.object.customer_details.name',
        '$.data.object.billing_details.name',
        '$.data.object.name',
      ],
      type: ['$.type'],
      occurredAt: ['$.created'],
    },
  },
  'standard-webhooks': {
    label: 'Standard Webhooks',
    signature: {
      encoding: 'base64',
      tolerance: 5 * minuteMs,
      read: standardHeaders,
      keyOf: bytesOf,
    },
    isSecret: (secret) => isText(secret) && bytesOf(secret).length >= 16,
    signed: all,
    deliveryId: ({ header }) => header(`${standardStart(header)}-id`),
    mapping: {
      ...nothing,
      email: [
        '$.data.email',
        '$.data.user.email',
        '$.data.customer.email',
        '$.data.contact.email',
        '$.data.email_addresses[0].email_address',
        '$.data.to[0]',
        '$.user.email',
        '$.email',
      ],
      phoneNumber: [
        '$.data.phone',
        '$.data.phone_number',
        '$.data.user.phone',
        '$.data.phone_numbers[0].phone_number',
        '$.user.phone',
      ],
      linkedinProfileUrl: ['$.data.linkedin_url', '$.data.user.linkedin_url'],
      name: ['$.data.name', '$.data.user.name', '$.data.customer.name', '$.data.contact.name'],
      type: ['$.type', '$.event', '$.event_type'],
      occurredAt: ['$.timestamp', '$.created_at', '$.createdAt'],
    },
  },
  github: {
    label: 'GitHub',
    signature: { encoding: 'hex', read: wholeHeader('x-hub-signature-256', 'sha256=') },
    isSecret: isText,
    signed: [],
    type: ({ header }, body) => [header('x-github-event'), valuesAt(body, '$.action')[0]].join(' '),
    mapping: {
      ...nothing,
      email: ['$.pusher.email', '$.head_commit.author.email', '$.commits[*].author.email', '$.sender.email'],
      phoneNumber: [],
      name: ['$.head_commit.author.name', '$.pusher.name', '$.sender.name'],
      type: [],
      occurredAt: ['$.head_commit.timestamp'],
      excludedTypes: ['ping'],
    },
  },
  shopify: {
    label: 'Shopify',
    signature: { encoding: 'base64', read: wholeHeader('x-shopify-hmac-sha256') },
    isSecret: isText,
    signed: [],
    // A new order that is paid comes as orders/create and as orders/paid, with the same body.
    word: ({ header }) => shopifyVerbs.find((verb) => header('x-shopify-topic')?.endsWith(`/${verb}`)),
    type: ({ header }) => header('x-shopify-topic'),
    mapping: {
      ...nothing,
      email: ['$.email', '$.contact_email', '$.customer.email'],
      phoneNumber: ['$.phone', '$.customer.phone', '$.billing_address.phone'],
      name: [
        '$.billing_address.name',
        '$.shipping_address.name',
        '$.customer.default_address.name',
        '$.default_address.name',
      ],
      type: [],
      occurredAt: ['$.updated_at', '$.created_at'],
    },
  },
  typeform: {
    label: 'Typeform',
    signature: { encoding: 'base64', read: wholeHeader('typeform-signature', 'sha256=') },
    isSecret: isText,
    signed: all,
    deliveryId: idAt('$.event_id'),
    mapping: {
      ...nothing,
      email: ["$.form_response.answers[?@.type=='email'].email", '$.form_response.hidden.email'],
      phoneNumber: [
        "$.form_response.answers[?@.type=='phone_number'].phone_number",
        '$.form_response.hidden.phone',
      ],
      name: ['$.form_response.hidden.name'],
      type: ['$.event_type'],
      occurredAt: ['$.form_response.submitted_at'],
    },
  },
  'cal-com': {
    label: 'Cal.com',
    signature: { encoding: 'hex', read: wholeHeader('x-cal-signature-256') },
    isSecret: isText,
    signed: all,
    mapping: {
      ...nothing,
      email: ['$.payload.attendees[0].email', '$.payload.responses.email.value', '$.payload.responses.email'],
      phoneNumber: [
        '$.payload.attendees[0].phoneNumber',
        '$.payload.responses.attendeePhoneNumber.value',
        '$.payload.smsReminderNumber',
      ],
      name: ['$.payload.attendees[0].name', '$.payload.responses.name.value'],
      type: ['$.triggerEvent'],
      occurredAt: ['$.createdAt'],
      excludedTypes: ['ping'],
    },
  },
  calendly: {
    label: 'Calendly',
    signature: { encoding: 'hex', tolerance: 3 * minuteMs, read: timedPairs('calendly-webhook-signature') },
    isSecret: isText,
    signed: all,
    mapping: {
      ...nothing,
      email: ['$.payload.email', '$.payload.invitee.email'],
      phoneNumber: ['$.payload.text_reminder_number'],
      name: ['$.payload.name', '$.payload.invitee.name'],
      type: ['$.event'],
      occurredAt: ['$.created_at'],
    },
  },
  hubspot: {
    label: 'HubSpot',
    signature: {
      encoding: 'base64',
      tolerance: 5 * minuteMs,
      read: ({ method, url, header }) => {
        const [signature = '', time = ''] = ['signature-v3', 'request-timestamp'].map((of) =>
          header(`x-hubspot-${of}`),
        );
        if (!/^\d{13}$/.test(time)) return undefined;
        return { signatures: [signature], before: method + url, after: time, at: Number(time) };
      },
    },
    isSecret: isText,
    signed: all,
    isList: true,
    mapping: {
      ...nothing,
      email: ['$.properties.email.value', '$.properties.email', '$.email'],
      phoneNumber: [
        '$.properties.phone.value',
        '$.properties.phone',
        '$.properties.mobilephone.value',
        '$.properties.mobilephone',
        '$.phone',
      ],
      linkedinProfileUrl: ['$.properties.hs_linkedin_url.value', '$.properties.hs_linkedin_url'],
      name: ['$.properties.firstname.value', '$.properties.firstname'],
      type: ['$.subscriptionType', '$.eventType'],
      occurredAt: ['$.occurredAt'],
    },
  },
} as const satisfies Record<string, Provider>;

export type ProviderId = keyof typeof providers;

/** The ids of all providers. */
export const providerIds = Object.keys(providers) as [ProviderId, ...ProviderId[]];

/** The provider with this id. */
export const providerOf = (id: ProviderId): Provider => providers[id];
