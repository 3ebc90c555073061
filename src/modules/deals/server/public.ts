export { salesCredits, wholeCredit } from './credit.ts';
export { dealHandover } from './handover.ts';
export { type ImportedDeal, importDeals } from './importing/importDeals.ts';
export { dealImport } from './importing/kind.ts';
export { canSeeCost as canSeeDealCost, canWrite as canWriteDeals } from './policy.ts';
export { publishChanged as publishDealChanged } from './publish.ts';
export { exactMatches as exactDealMatches } from './reading/exact.ts';
export { dealActivity, dealFinder, dealSource, dealTimeline } from './sources.ts';
export { explain as explainDeal, openDeal } from './writing/create.ts';
