import { formatOf, type Moment } from './moments.ts';
import { isElsewhere, zone } from './zone.ts';

type Style = 'short' | 'long' | 'shortGeneric' | 'longGeneric';

const nameOf = (timeZoneName: Style, at: Moment, timeZone: string) =>
  formatOf({ timeZoneName }, timeZone)
    .formatToParts(new Date(at))
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;

/** `Pacific Standard Time`, as it is called at that moment. */
export const zoneName = (at: Moment, timeZone = zone()) => nameOf('long', at, timeZone);

/** `Central Time (Chicago)`: the zone in which times are shown and entered. */
export function zonePlace(at: Moment, timeZone = zone()): string {
  const named = nameOf('longGeneric', at, timeZone);
  const city = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? '';
  return city === '' || named.includes(city) ? named : `${named} (${city})`;
}

const shortName = (at: Moment) => nameOf('shortGeneric', at, zone());

/** ` CT` behind a time that this machine's own clock would show as another one, and nothing where it would not. */
export const zoneMark = (at: Moment): string =>
  isElsewhere(new Date(at).getTime()) ? ` ${shortName(at)}` : '';

/** The label of a field for a time: `Due back`, and `Due back (CT)` where this machine's clock shows another one. */
export const zonedLabel = (label: string, at: Moment = Date.now()): string =>
  isElsewhere(new Date(at).getTime()) ? `${label} (${shortName(at)})` : label;
