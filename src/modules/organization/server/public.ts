export {
  changeSetting,
  getSetting,
  type OrganizationTables,
  type Setting,
} from './settings.ts';
export { getTimezone, getToday, timezoneSetting } from './timezone.ts';
