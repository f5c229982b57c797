import { createHmac, timingSafeEqual } from 'node:crypto';
import { hourMs } from '../../lib/durations.ts';

/** How long a preview can be opened, in milliseconds. */
export const previewLasts = hourMs;

/** What the token of a preview says, signed or not. */
export interface PreviewClaim {
  audienceId: string;
  expiresAt: number;
  signature: string;
}

const prefix = 'audience_';
const tokenPattern = /^([0-9a-z]{26})\.(\d{13})\.([\w-]{43})$/;

/** HMAC-SHA-256 of what a token says, with the secret of the database. */
const signatureOf = (secret: string, { audienceId, expiresAt }: Omit<PreviewClaim, 'signature'>): Buffer =>
  createHmac('sha256', secret).update(`preview:${audienceId}:${expiresAt}`).digest();

/** The token with which the next words of an audience can be seen until a time. */
export function previewToken(secret: string, of: Omit<PreviewClaim, 'signature'>): string {
  const signature = signatureOf(secret, of).toString('base64url');
  return `${of.audienceId.slice(prefix.length)}.${of.expiresAt}.${signature}`;
}

/** What a text says as a token, or undefined if it is not one. Anybody can make such a text. */
export function claimIn(token: string): PreviewClaim | undefined {
  const [, id, expiresAt, signature] = tokenPattern.exec(token) ?? [];
  if (!id || !signature) return undefined;
  return { audienceId: `${prefix}${id}`, expiresAt: Number(expiresAt), signature };
}

/** Whether this database has signed the claim. */
export function isSigned(secret: string, claim: PreviewClaim): boolean {
  const signature = Buffer.from(claim.signature, 'base64url');
  const expected = signatureOf(secret, claim);
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}
