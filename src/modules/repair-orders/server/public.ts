export { orderFinder, orderSource, orderTimeline } from './sources.ts';
