export { createGuard, type Guard, kindsIn } from './guard.ts';
