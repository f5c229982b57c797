import { front } from '@footfall/website/front';

export default { fetch: front };
