export {
  changeSetting,
  getSetting,
  type OrganizationTables,
  type Setting,
} from './settings.ts';
export { getTimezone } from './timezone.ts';
