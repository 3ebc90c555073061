import { permits, type Role, roles } from '../../../../platform/contract/access.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { canSeeRecord, type RecordAccess } from '../../../records/server/public.ts';
import { type Channel, type CreatableType, creatableTypes } from '../../contract/channels.ts';
import type { ChannelType } from '../tables.ts';

/** Who a team channel is for; null means any. */
export interface Team {
  store: string | null;
  department: string | null;
  minRole: Role | null;
}

/** The facts of a channel the policy needs. */
export interface ChannelFacts {
  type: ChannelType;
  /** The two people of a direct channel; otherwise empty. */
  people: readonly number[];
  /** Whether the actor has joined; for channels with explicit membership. */
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
const everyone = () => true;
const member = (_actor: Reader, { isMember }: ChannelFacts) => isMember === true;

const readers: Record<ChannelType, (actor: Reader, channel: ChannelFacts) => boolean> = {
  all: everyone,
  sales: everyone,
  service: everyone,
  integrations: everyone,
  management: leads,
  public: everyone,
  private: member,
  group: member,
  team: (actor, { team }) => team !== undefined && isOfTeam(actor, team),
  // Membership grants nothing: the record decides who can see it.
  record: (actor, { record }) => record !== undefined && canSeeRecord(actor, record),
  // Independent of roles: not even administrators can read it.
  direct: (actor, { people }) => people.includes(actor.userId),
};

/** Whether the user can read the channel; readers may also write while it is open. */
export function canRead(actor: Reader, channel: ChannelFacts): boolean {
  return permits('signedIn', actor) && readers[channel.type](actor, channel);
}

/** Whether the user belongs to the team; `team.ts` has the SQL form. */
export function isOfTeam(actor: Reader, { store, department, minRole }: Team): boolean {
  const { storeAccess } = actor;
  return (
    (!store || storeAccess.includes(store) || storeAccess.includes('all')) &&
    (!department || actor.department === department) &&
    (!minRole || rank(actor.role) >= rank(minRole))
  );
}

/** Whether the channel is one of the user's own: listed, and subscribed while connected. */
export function isIn(actor: Reader, channel: ChannelFacts): boolean {
  return (
    canRead(actor, channel) && (!isReadWithoutJoining(channel.type) || channel.isMember === true)
  );
}

/** Whether such a channel can be read without joining. */
export const isReadWithoutJoining = (type: ChannelType) => type === 'public' || type === 'record';

/** What the user may do in the channel besides reading and writing. */
export function rightsOn(actor: Reader, channel: ChannelFacts): Channel['can'] {
  const { type, isMember = false } = channel;
  const reads = canRead(actor, channel);
  const runs = channel.createdBy === actor.userId || (leads(actor) && isIn(actor, channel));
  const isOpenToMembers = reads && (type === 'public' || type === 'private');
  const canBeJoined = isOpenToMembers || (reads && type === 'record');
  return {
    manage: runs && (isOpenToMembers || (reads && type === 'team')),
    invite: canBeJoined,
    removePeople: isOpenToMembers && runs,
    leave: canBeJoined && isMember,
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

/** Whether a conversation with this person can be started. */
export function canBeMet({ isPending, isDeleted }: Correspondent): boolean {
  return !isPending && !isDeleted;
}

/** Why no one can message this person now; undefined if they can. */
export function reasonClosed(other: Correspondent): string | undefined {
  if (other.isDeleted || other.isPending) return 'This person no longer has an account.';
  if (other.isBot) return 'This is a system account and can’t receive messages.';
  if (!other.isActive) return 'This account is disabled and can’t receive messages.';
  return undefined;
}
