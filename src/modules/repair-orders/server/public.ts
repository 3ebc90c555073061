export { type PayType, payTypeNames, payTypes } from '../contract/order.ts';
export { orderHandovers } from './handover.ts';
export { orderImport } from './importing/kind.ts';
export { numberOf as orderNumberOf } from './record/number.ts';
export { orderActivity, orderFinder, orderSource, orderTimeline } from './sources.ts';
