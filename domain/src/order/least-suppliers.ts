/**
 * Fewer suppliers than this are not counted out to a producer: one more or less would show what a
 * known supplier did.
 */
export const LEAST_SUPPLIERS = 3;
