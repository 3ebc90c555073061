export { groupZoneQuery, readBootZone, setGroupZone, useGroupZone } from './groupZone.ts';
