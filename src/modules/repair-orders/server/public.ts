export { orderImport } from './importing/kind.ts';
export { orderFinder, orderSource, orderTimeline } from './sources.ts';
