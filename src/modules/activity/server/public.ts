export { type Act, doerOf, recordActivity, userSubject } from './record.ts';
