/** How many kept deliveries are mapped at once. */
export const mostMapped = 50;
