import { permits, type Role, roles } from '../../../../platform/contract/access.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { canSeeRecord, type RecordAccess } from '../../../records/server/public.ts';
import { type Channel, type CreatableType, creatableTypes } from '../../contract/channels.ts';
import type { ChannelType } from '../tables.ts';

/** For whom a team's channel is; null stands for any. */
export interface Team {
  store: string | null;
  department: string | null;
  minRole: Role | null;
}

/** What deciding needs to know of a channel. */
export interface ChannelFacts {
  type: ChannelType;
  /** The two of a direct channel; empty elsewhere. */
  people: readonly number[];
  /** Where one comes and goes: whether the person asking is in it. */
  isMember?: boolean;
  team?: Team | undefined;
  record?: RecordAccess | undefined;
  createdBy?: number | null;
}

type Reader = Pick<
  Actor,
  | 'userId'
  | 'role'
  | 'department'
  | 'storeAccess'
  | 'pagePermissions'
  | 'featurePermissions'
  | 'pending'
  | 'mustChangePassword'
>;

const rank = (role: Role) => roles.indexOf(role);
const leads = ({ role }: Reader) => rank(role) >= rank('manager');
const everybody = () => true;
const member = (_actor: Reader, { isMember }: ChannelFacts) => isMember === true;

const readers: Record<ChannelType, (actor: Reader, channel: ChannelFacts) => boolean> = {
  all: everybody,
  sales: everybody,
  service: everybody,
  integrations: everybody,
  management: leads,
  public: everybody,
  private: member,
  group: member,
  team: (actor, { team }) => team !== undefined && isOfTeam(actor, team),
  // Being in it opens nothing: the record says who may see it.
  record: (actor, { record }) => record !== undefined && canSeeRecord(actor, record),
  // No role is mentioned: an administrator reads no more of it than anybody else.
  direct: (actor, { people }) => people.includes(actor.userId),
};

/** Whether the channel exists for this person; who may read it may write in it while it is open. */
export function canRead(actor: Reader, channel: ChannelFacts): boolean {
  return permits('signedIn', actor) && readers[channel.type](actor, channel);
}

/** Whether somebody with this record is of the team; `members/team.ts` asks the database the same. */
export function isOfTeam(actor: Reader, { store, department, minRole }: Team): boolean {
  const { storeAccess } = actor;
  return (
    (!store || storeAccess.includes(store) || storeAccess.includes('all')) &&
    (!department || actor.department === department) &&
    (!minRole || rank(actor.role) >= rank(minRole))
  );
}

/** Whether the channel is one of the person's own: it is listed, and heard while they are connected. */
export function isIn(actor: Reader, channel: ChannelFacts): boolean {
  return canRead(actor, channel) && (!isLookedInto(channel.type) || channel.isMember === true);
}

/** Whether who may read such a channel need not be in it. */
export const isLookedInto = (type: ChannelType) => type === 'public' || type === 'record';

/** What the person may do with the channel beside reading and writing. */
export function rightsOn(actor: Reader, channel: ChannelFacts): Channel['can'] {
  const { type, isMember = false } = channel;
  const reads = canRead(actor, channel);
  const runs = channel.createdBy === actor.userId || (leads(actor) && isIn(actor, channel));
  const isOpenToMembers = reads && (type === 'public' || type === 'private');
  const isJoined = isOpenToMembers || (reads && type === 'record');
  return {
    manage: runs && (isOpenToMembers || (reads && type === 'team')),
    invite: isJoined,
    removePeople: isOpenToMembers && runs,
    leave: isJoined && isMember,
    moderate: reads && leads(actor) && type !== 'direct' && type !== 'group',
  };
}

export function canCreate(actor: Reader, type: CreatableType): boolean {
  return permits('signedIn', actor) && creatableTypes(actor).includes(type);
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
