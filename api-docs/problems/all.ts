import type { ErrorCode } from '../../src/lib/errors.ts';
import { conflictProblems } from './conflicts.ts';
import { keyProblems } from './keys.ts';
import { notFoundProblems } from './not-found.ts';
import { requestProblems } from './requests.ts';
import { serviceProblems } from './service.ts';
import type { ProblemText } from './text.ts';

/** The text of each problem's page. A code without one does not compile. */
export const problemTexts: Record<ErrorCode, ProblemText> = {
  ...requestProblems,
  ...keyProblems,
  ...notFoundProblems,
  ...conflictProblems,
  ...serviceProblems,
};
