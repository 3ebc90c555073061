export { isPlanned } from '../contract/work.ts';
export { takeCustomersBack } from './importing/create.ts';
export { customerImport } from './importing/kind.ts';
export { customerColumns, type MatchedCustomer, matchCustomers } from './importing/match.ts';
export { settleCustomers } from './importing/settle.ts';
export { noteDuplicates } from './merging/duplicates.ts';
export {
  type ActivitySource,
  type CustomerFinder,
  type CustomerParts,
  noParts,
  type TimelineSource,
} from './parts.ts';
export { getVisible as getSeenCustomer } from './reading/visible.ts';
export { type Caller, findOrCreateCustomer } from './recognize.ts';
export { createCustomerSource } from './records.ts';
export { addPurchasedVehicle, removePurchasedVehicle } from './timeline/bought.ts';
export { touch as touchCustomer } from './timeline/touch.ts';
export { bookAppointment, markAppointmentShowed, rebookAppointment } from './work/book.ts';
export { getToday } from './work/today.ts';
