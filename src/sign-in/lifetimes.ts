/** How long, in milliseconds, the code of a sign-in link can be exchanged. */
export const codeLifetime = 15 * 60_000;
/** How long, in milliseconds, the key of a sign-in is valid. */
export const keyLifetime = 12 * 3_600_000;
/** How long, in milliseconds, the list of keys shows the key of a sign-in after its end. */
export const keyShownFor = 30 * 86_400_000;
