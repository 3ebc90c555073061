export { type ImportedDeal, importDeals } from './importing/importDeals.ts';
export { dealImport } from './importing/kind.ts';
export { canSeeCost as canSeeDealCost, canWrite as canWriteDeals } from './policy.ts';
export { dealActivity, dealFinder, dealSource, dealTimeline } from './sources.ts';
