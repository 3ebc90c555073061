export { searchFollower } from './importFollower.ts';
