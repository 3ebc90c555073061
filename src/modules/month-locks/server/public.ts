export {
  assertBookable,
  assertUnlocked,
  earliestFor,
  findLockedThrough,
  lockedProblem,
} from './locks.ts';
