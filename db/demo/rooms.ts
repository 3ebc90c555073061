import type { Room } from './latest/room.ts';
import { closedRooms } from './latest/rooms-closed.ts';
import { openRooms } from './latest/rooms-open.ts';
import { storeRooms } from './latest/rooms-stores.ts';
import type { DemoPerson } from './people.ts';

/** The channels and group messages of the demo group beside the fixed ones. */
export const demoRooms: readonly Room[] = [...openRooms, ...closedRooms, ...storeRooms];

/** Whether the person reads and writes there: its members, or whom a team's rule names. */
export function isIn(person: DemoPerson, room: Room): boolean {
  if (!person.isActive || person.pending) return false;
  if (room.type !== 'team') return room.people.includes(person.username);
  const here = person.storeAccess.some((store) => store === 'all' || store === room.store);
  return here && (room.department === null || person.department === room.department);
}
