export {
  cannotDrive,
  cannotSell,
  findDrivingProblems,
  findSellingProblems,
  type Reasons,
} from './standing.ts';
