export { type ImportedDeal, importDeals } from './import.ts';
export { dealImport } from './importing/kind.ts';
export { dealActivity, dealFinder, dealSource, dealTimeline } from './sources.ts';
