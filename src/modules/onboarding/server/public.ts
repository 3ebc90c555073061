export { endDueAccounts } from './end-accounts.ts';
