export { noteDuplicates } from './merging/duplicates.ts';
export {
  type CustomerFinder,
  type CustomerParts,
  noParts,
  type TimelineSource,
} from './parts.ts';
export { getSeen as getSeenCustomer } from './reading/visible.ts';
export { createCustomerSource } from './records.ts';
export { touch as touchCustomer } from './timeline/touch.ts';
