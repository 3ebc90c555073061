export {
  changeSetting,
  getSetting,
  type OrganizationTables,
  type Setting,
} from './settings.ts';
export { getTimezone, timezoneSetting } from './timezone.ts';
