import type { ProviderId } from '../../../src/visits/sources/providers.ts';

/** A delivery whose signature somebody else has computed. */
export interface Vector {
  /** Who published it, and where. */
  source: string;
  secret: string;
  body: string;
  headers: Record<string, string>;
  /** When it was sent, where that is signed, in milliseconds since 1970. */
  at?: number;
  /** Where it was sent to, where that is signed. */
  url?: string;
}

const stripeEvent = `{
  "id": "evt_123",
  "object": "event",
  "account": "acct_123",
  "api_version": "2017-05-25",
  "created": 1533204620,
  "data": {
    "object": {
      "id": "cus_123",
      "object": "customer",
      "created": 123456789,
      "email": "test@stripe.com",
      "livemode": false,
      "metadata": {}
    }
  },
  "livemode": false,
  "pending_webhooks": 1,
  "request": {
    "id": "req_123",
    "idempotency_key": "idempotency-key-123"
  },
  "type": "customer.created"
}
`;

const svix = {
  source: 'Svix, “Verifying Webhooks Manually”, and the tests of standard-webhooks',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  body: '{"test": 2432232314}',
  at: 1_614_265_330_000,
};
const svixFields = (start: string) => ({
  [`${start}-id`]: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  [`${start}-timestamp`]: '1614265330',
  [`${start}-signature`]: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
});

const hubspot = (source: string, time: string, signature: string): Vector => ({
  source,
  secret: 'yyyyyyyy-yyyy-yyyy-yyyy-yyyyyyyyyyyy',
  body: "{'example_field':'example_value'}",
  headers: { 'x-hubspot-request-timestamp': time, 'x-hubspot-signature-v3': signature },
  at: Number(time),
  url: 'https://www.example.com/webhook_uri',
});

/** Vectors that a sender publishes, in its documentation or in the tests of its own libraries. */
export const published: Partial<Record<ProviderId, readonly Vector[]>> = {
  stripe: [
    {
      source: 'stripe-dotnet, EventUtilityTest.cs and event_test_signature.json',
      secret: 'webhook_secret',
      body: stripeEvent,
      headers: {
        'stripe-signature':
          't=1533204620,v1=2220f87ef101a04665f11cdf770523143f875572008577fa0f20882ddb9cc3c7,v0=63f3a72374a733066c4be69ed7f8e5ac85c22c9f0a6a612ab9a025a9e4ee7eef',
      },
      at: 1_533_204_620_000,
    },
  ],
  'standard-webhooks': [
    { ...svix, headers: svixFields('svix') },
    { ...svix, headers: svixFields('webhook') },
  ],
  github: [
    {
      source: 'GitHub Docs, “Validating webhook deliveries”, Testing the webhook payload validation',
      secret: "It's a Secret to Everybody",
      body: 'Hello, World!',
      headers: {
        'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
      },
    },
  ],
  hubspot: [
    hubspot(
      'hubspot-api-ruby, spec/helpers/signature_spec.rb',
      '1700000300000',
      'RnbPH7+UMKVkbV32P8bz450N4M56aPmcru1+D3kSDtw=',
    ),
    hubspot(
      'hubspot-api-python, tests of Signature',
      '1693657560000',
      'K36dawei4A+QBNolUOqo7s91KQDWQ5MXZ/QufNYuk/Y=',
    ),
  ],
};

/**
 * Vectors for senders that publish none: Typeform, Cal.com and Shopify show code without a result, Calendly a header
 * without its body and key. Computed by `openssl dgst -sha256 -hmac` over what their documentation says is signed.
 */
export const computed: Partial<Record<ProviderId, readonly Vector[]>> = {
  shopify: [
    {
      source: 'SQLPage, tests/sql_test_files/data/hmac_shopify_webhook.sql, not of Shopify',
      secret: 'test-webhook-secret',
      body: '{"id":1234567890,"email":"customer@example.com","total_price":"123.45"}',
      headers: { 'x-shopify-hmac-sha256': 'QNyObTlKbMx2qDlPF/ZOZcBqg5OgPg+2oky3zldc0Gw=' },
    },
  ],
  typeform: [
    {
      source: 'openssl, by Typeform’s “Secure your webhooks”',
      secret: 'typeform-secret',
      body: '{"event_id":"LtWXD3crgy","event_type":"form_response","form_response":{"form_id":"lT4Z3j","answers":[{"type":"email","email":"laura@example.com"}]}}',
      headers: { 'typeform-signature': 'sha256=GL0OvGNw9ehFML2EUV/1c5JjlIdwR/E50CAUHo0AxCg=' },
    },
  ],
  'cal-com': [
    {
      source: 'openssl, by Cal.com’s “Webhooks”, Verifying the authenticity of the received payload',
      secret: 'cal-com-secret',
      body: '{"triggerEvent":"BOOKING_CREATED","createdAt":"2023-05-24T09:30:00.538Z","payload":{"attendees":[{"email":"test@example.com","name":"Test Attendee"}]}}',
      headers: {
        'x-cal-signature-256': '622d6acfe2cbcaf8177eadb3c1eb08b09466d09adfa73e374b02613bc4b514dc',
      },
    },
  ],
  calendly: [
    {
      source: 'openssl, by Calendly’s “Webhook signatures”',
      secret: 'calendly-signing-key',
      body: '{"event":"invitee.created","created_at":"2020-11-23T17:51:19.000000Z","payload":{"email":"test@example.com","name":"John Doe"}}',
      headers: {
        'calendly-webhook-signature':
          't=1492774577,v1=bc0ebd9bccd1f474d1f31a328de7b50cd4f00ec274877bdb85f75eaacffbe03b',
      },
      at: 1_492_774_577_000,
    },
  ],
};
