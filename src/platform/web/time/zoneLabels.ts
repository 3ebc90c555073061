import { formatOf } from '../../contract/wallTime.ts';
import type { Moment } from './moments.ts';
import { isElsewhere, zone } from './zone.ts';

type Style = 'short' | 'long' | 'shortGeneric' | 'longGeneric';

const nameOf = (timeZoneName: Style, at: Moment, timeZone: string) =>
  formatOf({ timeZoneName }, timeZone)
    .formatToParts(new Date(at))
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;

/** `Pacific Standard Time`, the name valid at that instant. */
export const zoneName = (at: Moment, timeZone = zone()) => nameOf('long', at, timeZone);

/** `Central Time (Chicago)`: the time zone in which times are shown and entered. */
export function zonePlace(at: Moment, timeZone = zone()): string {
  const named = nameOf('longGeneric', at, timeZone);
  const city = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? '';
  return city === '' || named.includes(city) ? named : `${named} (${city})`;
}

const shortName = (at: Moment) => nameOf('shortGeneric', at, zone());

/** ` CT` after a time, if this machine's time zone would show another one, otherwise empty. */
export const zoneMark = (at: Moment): string =>
  isElsewhere(new Date(at).getTime()) ? ` ${shortName(at)}` : '';

/** The label of a time field: `Due back`, or `Due back (CT)` if this machine's time zone differs. */
export const zonedLabel = (label: string, at: Moment = Date.now()): string =>
  isElsewhere(new Date(at).getTime()) ? `${label} (${shortName(at)})` : label;
