import { secretField, withoutCardNumbers } from '../../../src/lib/form-fields.ts';

describe('a field is never read', () => {
  test.each([
    ...['password', 'pass', 'passwort', 'motdepasse', 'new-password', 'current-password', 'user_pwd'],
    ...[
      'cc',
      'cc-number',
      'billing cc-csc',
      'cc_exp',
      'cardnumber',
      'card_number',
      'creditCard',
      'cvc',
      'CVV',
    ],
    ...['iban', 'IBAN', 'pin', 'sms_otp', 'one-time-code', 'client_secret', 'payment[cardholder]'],
  ])('by the name or autocomplete %s', (name) => {
    expect(secretField.test(name)).toBe(true);
  });

  test.each([
    ...['name', 'message', 'company', 'email', 'phone', 'your-name', 'passengers', 'account', 'accept'],
    ...['pinned', 'shipping', 'opinion', 'success', 'country', 'postal_code', 'tel', 'budget', 'vacancy'],
  ])('but %s is', (name) => {
    expect(secretField.test(name)).toBe(false);
  });
});

describe('the number of a card is redacted', () => {
  test.each([
    ['4111111111111111', 'redacted'],
    ['4111 1111 1111 1111', 'redacted'],
    ['my card: 4111-1111-1111-1111, until 12/27', 'my card: redacted, until 12/27'],
    ['3782 822463 10005', 'redacted'],
    ['4111.1111.1111.1111', 'redacted'],
    ['4111 - 1111 - 1111 - 1111', 'redacted'],
    ['6304000000000000000', 'redacted'],
    ['a 4111111111111111 b 5500000000000004', 'a redacted b redacted'],
    ['4111111111111111 12 27 123', 'redacted'],
    ['DE89 3704 0044 0532 0130 00', 'DEredacted'],
    ['call 030 1234567 or 4111 1111 1111 1111', 'call 030 1234567 or redacted'],
    ['030 1234567\n4111 1111 1111 1111', '030 1234567\nredacted'],
  ])('in %j', (text, without) => {
    expect(withoutCardNumbers(text)).toBe(without);
  });

  test.each([
    ...['', 'Lin Bo', '+49 1523 1234567', '+49 (0)1523 1234567', '0049 1523 1234567', '(555) 765-4321'],
    ...['order 123456789012', '2026-11-29 11:00', '10,000 visits', '40 sites\n12 shops\n2026'],
  ])('and nothing of %j', (text) => {
    expect(withoutCardNumbers(text)).toBe(text);
  });
});
