import type { ProviderId } from '../../../src/visits/sources/providers.ts';

/** A body as a sender shows it in its documentation, shortened, and the log that it makes. */
export interface Sample {
  of: string;
  body: object;
  headers?: Record<string, string>;
  /** Null: it names nobody, and is kept. */
  log: {
    type: string;
    /** Null: the body does not say it. */
    at: string | null;
    name: string;
    email?: string;
    phone?: string;
  } | null;
}

const push = {
  ref: 'refs/heads/main',
  before: '6113728f27ae82c7b1a177c8d03f9e96e0adf246',
  after: '4d5e1c7b2f0f4a1cb6c9b6a0a7b3a3c0f5f0d1e2',
  repository: { id: 186853002, full_name: 'Codertocat/Hello-World' },
  pusher: { name: 'Codertocat', email: 'codertocat@hello-world.example' },
  sender: { login: 'Codertocat', id: 21031067, type: 'User' },
  head_commit: {
    message: 'Update README',
    timestamp: '2019-05-15T15:20:41Z',
    author: { name: 'Ada Coder', email: 'author@hello-world.example' },
  },
};

const address = { name: 'Bob Bobsen', phone: '555-625-1199', city: 'Ottawa', country_code: 'CA' };
const order = {
  id: 820982911946,
  name: '#9999',
  order_number: 1234,
  email: 'jon@shop.example',
  contact_email: 'jon@shop.example',
  phone: null,
  created_at: '2021-12-30T19:00:00-05:00',
  updated_at: '2021-12-31T19:00:00-05:00',
  financial_status: 'paid',
  total_price: '403.00',
  currency: 'USD',
  customer: {
    id: 115310627314,
    email: 'john@shop.example',
    first_name: 'John',
    last_name: 'Smith',
    phone: null,
  },
};

const hubspotEvent = {
  eventId: 1,
  subscriptionId: 12345,
  portalId: 62515,
  appId: 54321,
  occurredAt: 1564113600000,
  attemptNumber: 0,
  objectId: 123,
  changeSource: 'CRM',
};
const change = (
  propertyName: string,
  propertyValue: string,
  subscriptionType = 'contact.propertyChange',
) => ({
  ...hubspotEvent,
  subscriptionType,
  propertyName,
  propertyValue,
});

const calendlyInvitee = {
  email: 'test@calendly-guest.example',
  first_name: null,
  last_name: null,
  name: 'John Doe',
  status: 'active',
  text_reminder_number: '+1 888-888-8888',
  timezone: 'America/New_York',
  scheduled_event: { name: '15 Minute Meeting', start_time: '2020-11-24T15:00:00.000000Z' },
};

/** Bodies of each provider. */
export const samples: Record<ProviderId, readonly Sample[]> = {
  stripe: [
    {
      of: 'Stripe API reference, The Event object, with an invoice',
      body: {
        id: 'evt_1NG8Du2eZvKYlo2CUI79vXWy',
        object: 'event',
        api_version: '2019-02-19',
        created: 1686089970,
        data: {
          object: {
            id: 'in_1MtHbELkdIwHu7ixl4OzzPMv',
            object: 'invoice',
            amount_paid: 2000,
            currency: 'usd',
            customer: 'cus_NeZwdNtLEOXuvB',
            customer_email: 'jennyrosen@stripe-invoice.example',
            customer_name: 'Jenny Rosen',
            customer_phone: '+14155550123',
          },
        },
        livemode: false,
        pending_webhooks: 0,
        type: 'invoice.paid',
      },
      log: {
        type: 'invoice-paid',
        at: '2023-06-06T22:19:30.000Z',
        name: 'Jenny Rosen',
        email: 'jennyrosen@stripe-invoice.example',
        phone: '+14155550123',
      },
    },
    {
      of: 'Stripe API reference, The Checkout Session object',
      body: {
        id: 'evt_checkout',
        object: 'event',
        created: 1679600215,
        type: 'checkout.session.completed',
        data: {
          object: {
            object: 'checkout.session',
            customer_email: null,
            customer_details: { email: 'buyer@stripe-checkout.example', name: null, phone: null },
          },
        },
      },
      log: {
        type: 'checkout-session-completed',
        at: '2023-03-23T19:36:55.000Z',
        name: 'buyer',
        email: 'buyer@stripe-checkout.example',
      },
    },
    {
      of: 'Stripe API reference, The Subscription object: it names its customer by an id of Stripe alone',
      body: {
        id: 'evt_subscription',
        object: 'event',
        created: 1679609767,
        type: 'customer.subscription.created',
        data: { object: { object: 'subscription', customer: 'cus_Na6dX7aXxi11N4' } },
      },
      log: null,
    },
  ],
  'standard-webhooks': [
    {
      of: 'Clerk, Webhooks, the event user.created',
      body: {
        type: 'user.created',
        object: 'event',
        timestamp: 1654012591835,
        data: {
          id: 'user_29w83sxmDNGwOuEthce5gg56FcC',
          email_addresses: [
            { email_address: 'example@clerk-user.example', id: 'idn_29w83yL7CwVlJXylYLxcslromF1' },
          ],
          first_name: 'Example',
          last_name: 'Example',
          phone_numbers: [],
        },
      },
      log: {
        type: 'user-created',
        at: '2022-05-31T15:56:31.835Z',
        name: 'example',
        email: 'example@clerk-user.example',
      },
    },
    {
      of: 'Resend, Webhooks, the event email.delivered',
      body: {
        type: 'email.delivered',
        created_at: '2024-02-22T23:41:12.126Z',
        data: {
          email_id: '56761188-7520-42d8-8898-ff6fc54ce618',
          from: 'Acme <onboarding@resend-sender.example>',
          to: ['delivered@resend-user.example'],
          subject: 'Sending this example',
        },
      },
      log: {
        type: 'email-delivered',
        at: '2024-02-22T23:41:12.126Z',
        name: 'delivered',
        email: 'delivered@resend-user.example',
      },
    },
    {
      of: 'Supabase, Auth Hooks, the input of Send Email',
      body: {
        user: {
          id: '8484b834-f29e-4af2-bf42-80644d154f76',
          email: 'valid.email@supabase-user.example',
          phone: '',
        },
        email_data: { email_action_type: 'signup' },
      },
      log: { type: 'webhook', at: null, name: 'valid.email', email: 'valid.email@supabase-user.example' },
    },
    {
      of: 'Standard Webhooks specification, an example payload',
      body: {
        type: 'user.created',
        timestamp: '2022-11-03T20:26:10.344522Z',
        data: { id: '1f81eb52-5198-4599-803e-771906343485', type: 'contact' },
      },
      log: null,
    },
  ],
  github: [
    {
      of: 'GitHub Docs, Webhook events and payloads, push',
      body: push,
      headers: { 'x-github-event': 'push' },
      log: {
        type: 'push',
        at: '2019-05-15T15:20:41.000Z',
        name: 'Ada Coder',
        email: 'codertocat@hello-world.example',
      },
    },
    {
      of: 'GitHub Docs, Webhook events and payloads, issues: it names nobody by an email',
      body: { action: 'opened', issue: { number: 1 }, sender: { login: 'Codertocat' } },
      headers: { 'x-github-event': 'issues' },
      log: null,
    },
  ],
  shopify: [
    {
      of: 'Shopify, Webhooks reference, orders/paid',
      body: order,
      headers: { 'x-shopify-topic': 'orders/paid' },
      log: { type: 'orders-paid', at: '2022-01-01T00:00:00.000Z', name: 'jon', email: 'jon@shop.example' },
    },
    {
      of: 'Shopify, Webhooks reference, orders/create with an address',
      body: { ...order, id: 1, email: 'bob@shop.example', billing_address: address },
      headers: { 'x-shopify-topic': 'orders/create' },
      log: {
        type: 'orders-create',
        at: '2022-01-01T00:00:00.000Z',
        name: 'Bob Bobsen',
        email: 'bob@shop.example',
      },
    },
    {
      of: 'Shopify, Webhooks reference, customers/create',
      body: {
        id: 706405506930,
        email: 'bob@shop-biller.example',
        created_at: '2021-12-31T19:00:00-05:00',
        updated_at: null,
        first_name: 'Bob',
        last_name: 'Biller',
        phone: '+1 (204) 555-0125',
        default_address: { name: 'Bob Biller' },
      },
      headers: { 'x-shopify-topic': 'customers/create' },
      log: {
        type: 'customers-create',
        at: '2022-01-01T00:00:00.000Z',
        name: 'Bob Biller',
        email: 'bob@shop-biller.example',
        phone: '+12045550125',
      },
    },
  ],
  typeform: [
    {
      of: 'Typeform, Webhooks, Example payload',
      body: {
        event_id: 'LtWXD3crgy',
        event_type: 'form_response',
        form_response: {
          form_id: 'lT4Z3j',
          token: 'a3a12ec67a1365927098a606107fac15',
          submitted_at: '2018-01-18T18:17:02Z',
          landed_at: '2018-01-18T18:07:02Z',
          hidden: { user_id: 'abc123456' },
          definition: { id: 'lT4Z3j', title: 'Webhooks example' },
          answers: [
            { type: 'text', text: 'It’s cold right now!', field: { type: 'long_text' } },
            { type: 'email', email: 'laura@typeform-guest.example', field: { type: 'email' } },
            { type: 'phone_number', phone_number: '+493012345678', field: { type: 'phone_number' } },
          ],
        },
      },
      log: {
        type: 'form-response',
        at: '2018-01-18T18:17:02.000Z',
        name: 'laura',
        email: 'laura@typeform-guest.example',
        phone: '+493012345678',
      },
    },
  ],
  'cal-com': [
    {
      of: 'Cal.com, Webhooks, An example webhook payload',
      body: {
        triggerEvent: 'BOOKING_CREATED',
        createdAt: '2023-05-24T09:30:00.538Z',
        payload: {
          type: '60min',
          title: '60min between Pro Example and John Doe',
          startTime: '2023-05-25T09:30:00Z',
          organizer: { id: 5, name: 'Pro Example', email: 'pro@cal-host.example' },
          responses: {
            name: { label: 'your_name', value: 'John Doe' },
            email: { label: 'email_address', value: 'john.doe@cal-guest.example' },
          },
          attendees: [{ email: 'john.doe@cal-guest.example', name: 'John Doe', timeZone: 'Asia/Kolkata' }],
        },
      },
      log: {
        type: 'booking-created',
        at: '2023-05-24T09:30:00.538Z',
        name: 'John Doe',
        email: 'john.doe@cal-guest.example',
      },
    },
  ],
  calendly: [
    {
      of: 'Calendly, Webhook payload, invitee.created',
      body: {
        event: 'invitee.created',
        created_at: '2020-11-23T17:51:19.000000Z',
        created_by: 'https://api.calendly.com/users/AAAAAAAAAAAAAAAA',
        payload: calendlyInvitee,
      },
      log: {
        type: 'invitee-created',
        at: '2020-11-23T17:51:19.000Z',
        name: 'John Doe',
        email: 'test@calendly-guest.example',
        phone: '+18888888888',
      },
    },
    {
      of: 'Calendly, Webhook payload, invitee.canceled',
      body: {
        event: 'invitee.canceled',
        created_at: '2020-11-24T10:00:00.000000Z',
        payload: { ...calendlyInvitee, email: 'gone@calendly-guest.example', text_reminder_number: null },
      },
      log: {
        type: 'invitee-canceled',
        at: '2020-11-24T10:00:00.000Z',
        name: 'John Doe',
        email: 'gone@calendly-guest.example',
      },
    },
  ],
  hubspot: [
    {
      of: 'HubSpot, Webhooks API, contact.propertyChange of the email',
      body: change('email', 'Brian@Hubspot-Contact.example'),
      log: {
        type: 'contact-property-change',
        at: '2019-07-26T04:00:00.000Z',
        name: 'brian',
        email: 'brian@hubspot-contact.example',
      },
    },
    {
      of: 'HubSpot, Webhooks API, object.propertyChange of a contact',
      body: { ...change('phone', '+1 415 555 0199', 'object.propertyChange'), objectTypeId: '0-1' },
      log: {
        type: 'object-property-change',
        at: '2019-07-26T04:00:00.000Z',
        name: '+14155550199',
        phone: '+14155550199',
      },
    },
    {
      of: 'HubSpot, Webhooks API, company.propertyChange: the phone of a company is that of no person',
      body: change('phone', '+1 415 555 0100', 'company.propertyChange'),
      log: null,
    },
    {
      of: 'HubSpot, Webhooks API, contact.creation: it names its contact by an id of HubSpot alone',
      body: { ...hubspotEvent, subscriptionType: 'contact.creation', changeFlag: 'NEW' },
      log: null,
    },
    {
      of: 'HubSpot, Workflows, Send a webhook',
      body: {
        vid: 1001,
        properties: {
          email: { value: 'lead@hubspot-workflow.example' },
          firstname: { value: 'Lea' },
          mobilephone: { value: '+49 151 23456789' },
        },
      },
      log: {
        type: 'webhook',
        at: null,
        name: 'Lea',
        email: 'lead@hubspot-workflow.example',
        phone: '+4915123456789',
      },
    },
  ],
};
