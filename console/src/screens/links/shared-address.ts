/** The fields of a campaign: their names in an address, and in words. */
export const utmFields = [
  { name: 'utm_source', label: 'Source', placeholder: 'newsletter' },
  { name: 'utm_medium', label: 'Medium', placeholder: 'email' },
  { name: 'utm_campaign', label: 'Campaign', placeholder: 'spring-2027' },
  { name: 'utm_term', label: 'Term', placeholder: '' },
  { name: 'utm_content', label: 'Content', placeholder: '' },
] as const;

/** What is written in the fields of a campaign. */
export type UtmValues = Partial<Record<(typeof utmFields)[number]['name'], string>>;

/** The address of a link with its campaign, as one reads it. Empty fields are omitted. */
export function sharedAddress(address: string, values: UtmValues): string {
  const used = utmFields.flatMap(({ name }) => {
    const value = values[name]?.trim();
    return value ? [[name, value]] : [];
  });
  return used.length > 0 ? `${address}?${new URLSearchParams(used)}` : address;
}

/** The name of a file for the QR code of a path. */
export const fileNameOf = (path: string): string =>
  `qr-${path.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'link'}`;
