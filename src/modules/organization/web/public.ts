export { groupZoneQuery, setGroupZone, useGroupZone } from './groupZone.ts';
