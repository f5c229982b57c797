/** An address that is safe to link to, or undefined: other people's text may be `javascript:`. */
export const safeUrl = (text: string | null | undefined): string | undefined =>
  text && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined;
