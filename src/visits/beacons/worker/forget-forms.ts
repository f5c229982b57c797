import { sweep } from '../../../db/sweep.ts';
import { formSubmits } from '../../tables/form-submits.ts';

const { addressHash, formHash, receivedAt } = formSubmits;

/** Forms that no longer count against the rate limit. */
export const { areOld: areFormsOld, removeOld: forgetForms } = sweep(
  formSubmits,
  receivedAt,
  { addressHash, formHash },
  { formHash },
);
