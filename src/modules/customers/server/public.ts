export { isPlanned } from '../contract/work.ts';
export { noteDuplicates } from './duplicates.ts';
export {
  addPurchasedVehicle,
  correctPurchaseDay,
  removePurchasedVehicle,
} from './garage/purchases.ts';
export { customerHandover, customerViewHandover, workHandovers } from './handover.ts';
export { takeCustomersBack } from './importing/create.ts';
export { customerImport } from './importing/kind.ts';
export { customerColumns, type MatchedCustomer, matchCustomers } from './importing/match.ts';
export { settleCustomers } from './importing/settle.ts';
export {
  type ActivitySource,
  type AppointmentFollower,
  type CustomerFinder,
  type CustomerParts,
  type FollowedAppointment,
  noParts,
  onPage,
  type TimelineSource,
} from './parts.ts';
export { publishCustomerRecords } from './publish.ts';
export { type Caller, findOrCreateCustomer } from './record/recognize.ts';
export {
  customersOfRecords,
  describesAll,
  recordsByCustomer,
  recordsMatching,
  searchTerms,
} from './searching.ts';
export { createCustomerSource, readableStores as readableCustomerStores } from './source.ts';
export { touchCustomer } from './touch.ts';
export { getReadableCustomer, getVisibleCustomer, knownTo, worksWithCustomers } from './visible.ts';
export { bookAppointment, closeAppointment, rebookAppointment } from './work/book.ts';
export { dayOf, getToday } from './work/today.ts';
