import type { AudienceSession } from '@footfall/client';
import { Monogram } from '../kit/monogram.tsx';
import { visitorOf, visitorWords } from './visitor.ts';

/** Who came in a visit, with the company: "Zoë’s link · Contoso". */
export function VisitorName({ visit }: { visit: AudienceSession }) {
  const visitor = visitorOf(visit);
  if (!visitor) return <span class="muted">Unknown</span>;
  const { name, company } = visitor;
  return (
    <>
      {name && <Monogram name={name} kind="person" />}
      {visitorWords(visitor)}
      {company && <span class="muted"> · {company}</span>}
    </>
  );
}
