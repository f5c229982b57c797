import { each } from '../../../src/lib/each.ts';
import type { Dimensions } from '../../../src/visits/beacons/dimensions.ts';
import { type NameOf, namesOf } from '../../../src/vocabulary/visit-facts.ts';

/** What a collector finds in a visit and its request, when it finds nothing. */
export const noneFound: Dimensions = each(namesOf('request'), () => null) as Record<NameOf<'request'>, null>;
