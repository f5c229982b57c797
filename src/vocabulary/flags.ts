/** The bits of the column `flags`. */
export const flag = { isTracked: 1, hasFailed: 2, hasFormSubmit: 4, hasConversion: 8 } as const;
