export { endAccount } from './acting/end.ts';
export { canPlanStart, startAccount } from './acting/start.ts';
