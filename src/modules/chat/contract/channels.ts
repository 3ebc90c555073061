import * as z from 'zod/mini';
import {
  department,
  type Role,
  role,
  roles,
  type Store,
  stores,
} from '../../../platform/contract/access.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { idParam, message } from '../../../platform/contract/fields.ts';
import { serverEvent } from '../../../platform/contract/socket.ts';
import { channelId, pageLimit } from '../contract.ts';

export const channelNameMaxLength = 80;
export const descriptionMaxLength = 250;
/** People of a group message, oneself included. */
export const maxGroupPeople = 9;

export const channelTypes = [
  'all',
  'sales',
  'service',
  'management',
  'integrations',
  'direct',
  'public',
  'private',
  'group',
  'team',
  'record',
] as const;

/** What the person asking may do with a channel beside reading and writing. */
const channelRights = z.object({
  /** Rename, describe, archive. */
  manage: z.boolean(),
  invite: z.boolean(),
  removePeople: z.boolean(),
  leave: z.boolean(),
  /** Delete what others wrote. */
  moderate: z.boolean(),
});

export const channel = z.object({
  id: z.string(),
  type: z.enum(channelTypes),
  name: z.string(),
  description: z.string(),
  /** The newest message's place; 0 in an empty channel. */
  lastSeq: z.number(),
  /** Grows with every change: new message, edit, reaction. */
  lastRev: z.number(),
  lastMessageAt: z.nullable(z.string()),
  /** The other person of a direct channel. */
  userId: z.nullable(z.number()),
  /** The people of a group message, oneself included; empty elsewhere. */
  userIds: z.array(z.number()),
  /** False for a public channel, or one of a record, that one has not joined. */
  joined: z.boolean(),
  /** Nothing can be written in it any more. */
  archivedAt: z.nullable(z.string()),
  createdBy: z.nullable(z.number()),
  /** For whom the channel of a team or a record is; null stands for any. */
  store: z.nullable(z.string()),
  department: z.nullable(z.string()),
  minRole: z.nullable(z.string()),
  can: channelRights,
});
export type Channel = z.output<typeof channel>;

export const listChannels = endpoint({
  method: 'GET',
  path: '/api/chat/channels',
  summary: 'The channels the person may read, direct ones included',
  access: 'signedIn',
  reply: z.array(channel),
});

/** A public channel, and how many are in it. */
const openChannel = z.object({ ...channel.shape, memberCount: z.number() });
export type OpenChannel = z.output<typeof openChannel>;

export const listOpenChannels = endpoint({
  method: 'GET',
  path: '/api/chat/open-channels',
  summary: 'A page of the public channels there are, joined or not, by name',
  access: 'signedIn',
  query: {
    /** With those that were archived. */
    archived: z._default(z.stringbool(), false),
    /** Every word stands in the name or the description; names that begin so come first. */
    search: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
    /** Those behind this one, by its name and id as the page before had them. */
    after: z.optional(z.string().check(z.maxLength(channelNameMaxLength))),
    afterId: z.optional(channelId),
    limit: pageLimit,
  },
  reply: z.array(openChannel),
});

export const getChannel = endpoint({
  method: 'GET',
  path: '/api/chat/channels/:channelId',
  summary: 'A channel the person may read',
  access: 'signedIn',
  params: { channelId },
  reply: channel,
});

const name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Please give the channel a name.'),
    z.maxLength(channelNameMaxLength, 'A channel name must be at most 80 characters long.'),
  );
const description = z
  .string()
  .check(
    z.trim(),
    z.maxLength(descriptionMaxLength, 'A description must be at most 250 characters long.'),
  );
const userIds = z.array(idParam).check(z.maxLength(500));

export const createChannel = endpoint({
  method: 'POST',
  path: '/api/chat/channels',
  summary: 'Create a channel; of a team where its people follow from their records',
  access: 'signedIn',
  body: {
    /** Made by the sender, unique per sender forever: the same again answers the channel already there. */
    clientId: z.optional(z.uuid()),
    name,
    description: z._default(description, ''),
    type: z.enum(['public', 'private', 'team']),
    /** The first members beside oneself; of a team nobody is added by hand. */
    userIds: z._default(userIds, []),
    store: z._default(z.nullable(z.enum(stores as readonly [Store, ...Store[]])), null),
    department: z._default(z.nullable(department), null),
    minRole: z._default(z.nullable(role), null),
  },
  reply: channel,
  status: 201,
});

export type CreatableType = 'public' | 'private' | 'team';

/** What kinds of channels somebody may create, in the browser as on the server. */
export function creatableTypes(person: { role: Role }): readonly CreatableType[] {
  const leads = roles.indexOf(person.role) >= roles.indexOf('manager');
  return leads ? ['public', 'private', 'team'] : ['private'];
}

export const openGroup = endpoint({
  method: 'POST',
  path: '/api/chat/groups',
  summary:
    'The group message of these people and oneself, begun where there is none; with one other person, the direct channel',
  access: 'signedIn',
  body: {
    userIds: z
      .array(idParam)
      .check(
        z.minLength(1, 'Please choose somebody.'),
        z.maxLength(maxGroupPeople, 'A group message must have at most 9 people.'),
      ),
  },
  reply: channel,
});

export const updateChannel = endpoint({
  method: 'PATCH',
  path: '/api/chat/channels/:channelId',
  summary: 'Rename or describe a channel',
  access: 'signedIn',
  params: { channelId },
  body: { name: z.optional(name), description: z.optional(description) },
  reply: channel,
});

export const archiveChannel = endpoint({
  method: 'PUT',
  path: '/api/chat/channels/:channelId/archived',
  summary: 'Close a channel for writing, or open it again',
  access: 'signedIn',
  params: { channelId },
  body: { archived: z.boolean() },
  reply: channel,
});

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/chat/channels/:channelId/members',
  summary: 'Who is in a channel, by name',
  access: 'signedIn',
  params: { channelId },
  /** Names and presence are in the directory of people. */
  reply: z.array(z.object({ userId: z.number(), joinedAt: z.nullable(z.string()) })),
});

export const addMembers = endpoint({
  method: 'POST',
  path: '/api/chat/channels/:channelId/members',
  summary: 'Invite people into a channel, or join a public one oneself',
  access: 'signedIn',
  params: { channelId },
  body: { userIds },
  reply: channel,
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/chat/channels/:channelId/members/:userId',
  summary: 'Leave a channel, or remove somebody from it',
  access: 'signedIn',
  params: { channelId, userId: idParam },
  reply: message,
});

/**
 * A channel appeared, changed its name or its people, or is no longer one's own: the list of channels is
 * to be asked for again. Goes to its readers and to whoever joined or left.
 */
export const channelChanged = serverEvent('channel_changed', { channelId: z.string() });
