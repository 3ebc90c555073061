import { permits, type Role, roles } from '../../../platform/contract/access.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { ChannelType } from './tables.ts';

/** What deciding needs to know of a channel; `people` are the two of a direct one. */
export interface ChannelFacts {
  type: ChannelType;
  people: readonly number[];
}

type Reader = Pick<
  Actor,
  'userId' | 'role' | 'pagePermissions' | 'featurePermissions' | 'pending' | 'mustChangePassword'
>;

const leads = (role: Role) => roles.indexOf(role) >= roles.indexOf('manager');
const everybody = () => true;

const readers: Record<ChannelType, (actor: Reader, channel: ChannelFacts) => boolean> = {
  all: everybody,
  sales: everybody,
  service: everybody,
  integrations: everybody,
  management: (actor) => leads(actor.role),
  // No role is mentioned: an administrator reads no more of it than anybody else.
  direct: (actor, { people }) => people.includes(actor.userId),
};

/** Whether the channel exists for this person; who may read it may write in it while it is open. */
export function canRead(actor: Reader, channel: ChannelFacts): boolean {
  return permits('signedIn', actor) && readers[channel.type](actor, channel);
}

export interface Correspondent {
  isActive: boolean;
  isPending: boolean;
  isBot: boolean;
  isDeleted: boolean;
}

/** Whether a conversation with this person may begin, or be looked at before it has. */
export function canBeMet({ isPending, isDeleted }: Correspondent): boolean {
  return !isPending && !isDeleted;
}

/** Why nobody can write to this person now; undefined where one can. */
export function reasonClosed(other: Correspondent): string | undefined {
  if (other.isDeleted || other.isPending) return 'This person no longer has an account here.';
  if (other.isBot) return 'This account belongs to a system and cannot receive messages.';
  if (!other.isActive) return 'This account is disabled and cannot receive messages.';
  return undefined;
}
