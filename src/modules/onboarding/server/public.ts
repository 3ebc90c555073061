export { endDueAccounts } from './end-accounts.ts';
export { startOnboarding } from './runs/start.ts';
export { startDueAccounts } from './start-accounts.ts';
