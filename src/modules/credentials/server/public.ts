export {
  cannotDrive,
  cannotSell,
  findDrivingProblems,
  findSellingProblems,
} from './standing.ts';
