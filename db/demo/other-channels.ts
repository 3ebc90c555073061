import type { DemoChannel } from './latest/channel.ts';
import { closedChannels } from './latest/channels-closed.ts';
import { openChannels } from './latest/channels-open.ts';
import { storeChannels } from './latest/channels-stores.ts';
import type { DemoPerson } from './people.ts';

/** The channels and group messages of the demo group beside the fixed ones. */
export const demoChannels: readonly DemoChannel[] = [
  ...openChannels,
  ...closedChannels,
  ...storeChannels,
];

/** Whether the person reads and writes there: its members, or whom a team's rule names. */
export function isIn(person: DemoPerson, room: DemoChannel): boolean {
  if (!person.isActive || person.pending) return false;
  if (room.type !== 'team') return room.people.includes(person.username);
  const here = person.storeAccess.some((store) => store === 'all' || store === room.store);
  return here && (room.department === null || person.department === room.department);
}
