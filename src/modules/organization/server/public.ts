export {
  changeSetting,
  getCustomerDataRules,
  type OrganizationTables,
  type Setting,
} from './settings.ts';
export { getTimezone } from './timezone.ts';
