export { endAccount } from './acting/end.ts';
