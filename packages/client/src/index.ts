export { chooseArm } from './choose-arm.ts';
export { createFootfall, type Footfall, type FootfallOptions } from './create.ts';
export { csvFile } from './csv-file.ts';
export { ifMatch } from './etag.ts';
export * from './generated/sdk.gen.ts';
export type * from './generated/types.gen.ts';
export { type ItemOf, type List, type ListOperation, paginate } from './paginate.ts';
export {
  type FailureCode,
  FootfallProblem,
  isProblem,
  type ProblemCode,
  type ProblemParts,
  type Violation,
} from './problem.ts';
export {
  verifyWebhook,
  type WebhookDelivery,
  WebhookError,
  type WebhookEvent,
  type WebhookOptions,
  type WebhookRefusal,
} from './verify-webhook.ts';
