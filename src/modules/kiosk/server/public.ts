export { punchPlaces } from './rules/rules.ts';
