/** How long a visitor waits for Footfall at most, in milliseconds. */
export const usualDeadline = 800;
/** How long a request may take, in milliseconds: its answer is for the next visitor. */
export const patience = 10_000;
/** How long an answer may be used without asking again, whatever its header fields say, in milliseconds. */
export const longestFresh = 60_000;
/** How old an answer may be that is shown while Footfall does not answer, in milliseconds: what cannot hear of an erasure ends by then. */
export const oldest = 3_600_000;
/** The most answers that are kept. */
export const mostKept = 500;
/** How many visitors wait in vain for what is not kept, until none does for the time of a pause. */
export const mostFailures = 9;
/** How long is not asked for what is kept after Footfall has not answered, in milliseconds. */
export const pause = 5000;
