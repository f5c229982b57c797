/**
 * Whether histories of records are made of a type: not of visits, which are many and for programs, nor of alerts, which
 * have lists of their own.
 */
export const isOfHistory = (type: string): boolean => !/^(?:session|form|alert)\./.test(type);
