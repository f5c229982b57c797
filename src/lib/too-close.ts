/** An audience in a comparison: its name, and how many of its visits converted. */
export interface CloseAudience<Name> {
  name: Name;
  hits: number;
  of: number;
}

/** A comparison that may be chance, in parts that make a sentence. A name may be a link. */
export const tooClose = <Name>(
  first: CloseAudience<Name>,
  against: CloseAudience<Name>,
  number: (count: number) => string = String,
): (Name | string)[] => {
  const counts = ({ hits, of }: CloseAudience<Name>) => `${number(hits)} of ${number(of)}`;
  return [first.name, ` (${counts(first)} visits) against `, against.name, ` (${counts(against)})`];
};
