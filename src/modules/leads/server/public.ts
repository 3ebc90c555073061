export { followDeals } from './standing/sold.ts';
export type { Interest } from './tables.ts';
export { leadTimeline } from './timeline.ts';
export { carColumns } from './writing/cars.ts';
