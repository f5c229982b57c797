/** The kinds of devices; `other` is a television, a console, a headset, or unknown. */
export const devices = ['desktop', 'mobile', 'tablet', 'other'] as const;
export type Device = (typeof devices)[number];
