/** A repair order number as stored, from how people write it: `RO# k-77001`. */
export const numberOf = (typed: string): string =>
  typed.toUpperCase().replace(/^R\.?O\.?\s*#?\s*|[\s-]/g, '');
