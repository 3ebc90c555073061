export { type LeadType, typeNames as leadTypeNames, types as leadTypes } from '../contract/lead.ts';
export {
  lostReasonNames,
  lostReasons,
  type Status as LeadStatus,
  statusNames as leadStatusNames,
} from '../contract/status.ts';
export { leadHandover } from './handover.ts';
export { getClockStop } from './routing/response-clock.ts';
export { followAppointments } from './status/follow-appointments.ts';
export { followDeals } from './status/sold.ts';
export { noteVisit, receiveVisitor } from './status/visit.ts';
export type { Interest } from './tables.ts';
export { leadActivity, leadTimeline } from './timeline.ts';
export { carColumns } from './writing/cars.ts';
