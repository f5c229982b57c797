import { type SQL, sql } from 'drizzle-orm';
import { experiments } from '../../../content/tables/experiments.ts';

const places = [0, 1, 2, 3].map((place) => sql.raw(String(place)));
/** The weight of each arm of a test, 0 where there is none. To take them by their place in the list reads no row. */
const weights = places.map((place) => sql`coalesce(${experiments.arms} ->> '$[${place}].weight', 0)`);
const sumOf = (terms: SQL[]) => sql`(${sql.join(terms, sql` + `)})`;
const ofAll = sumOf(weights);
const before = sumOf(weights.map((weight, place) => sql`iif(${places[place]} < arm.key, ${weight}, 0)`));

/**
 * Whether a visit claims `arm` truly: by its version, and if it has a unit, whose first 32 bits are `point`, the arm that
 * follows from it. Of a session the arm was drawn. The numbers are exact: `point` times all weights has 44 bits.
 */
export const isClaimed = (versionId: SQL, point: SQL): SQL =>
  sql`arm.value ->> 'versionId' = ${versionId} and coalesce(
    (${point} * ${ofAll} >> 32) - ${before} between 0 and (arm.value ->> 'weight') - 1, 1)`;
