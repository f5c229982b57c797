import type { AudienceSession } from '@footfall/client';

/** Who came in a visit: the sender of its form, or whom its link is for. */
export interface Visitor {
  name: string;
  /** The person, if there is one. */
  personId: string | null;
  company: string | null;
  /** It is only known whose link was opened: a link can be forwarded. */
  isByLink: boolean;
}

/** Who came in a visit, if that is known. Names are there if they were asked for. */
export function visitorOf(visit: AudienceSession): Visitor | undefined {
  const { personId, personName, recipientPersonId, recipientName, companyName } = visit;
  const said = personName ?? visit.formSubmissionEmail ?? visit.formSubmissionIdentifier;
  const company = companyName ?? null;
  if (said) return { name: said, personId, company, isByLink: false };
  if (recipientPersonId === null) return undefined;
  return { name: recipientName ?? '', personId: recipientPersonId, company, isByLink: true };
}

/** Who came, in words: "Zoë", "Zoë’s link", or "A personal link" of one who has no name any more. */
export const visitorWords = ({ name, isByLink }: Visitor): string =>
  isByLink ? (name ? `${name}’s link` : 'A personal link') : name;
