export { changeSetting, type OrganizationTables, readSetting, type Setting } from './settings.ts';
export { getTimezone } from './timezone.ts';
