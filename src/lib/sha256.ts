import { hash } from 'node:crypto';

/** SHA-256 of a text in UTF-8, as base64url: 43 characters. */
export const sha256 = (text: string): string => hash('sha256', text, 'base64url');
