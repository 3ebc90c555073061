import * as z from 'zod/mini';
import { department, type Role, role, roles, stores } from '../../../platform/contract/access.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { freeText, id, idParam, message } from '../../../platform/contract/fields.ts';
import { serverEvent } from '../../../platform/contract/socket.ts';
import { channelId, channelTypes, pageLimit } from '../contract.ts';

export const channelNameMaxLength = 80;
export const descriptionMaxLength = 250;
/** People in a group message, including oneself. */
export const maxGroupPeople = 9;

const store = z.enum(stores);

/** What the requesting user may do in a channel besides reading and writing. */
const channelRights = z.object({
  /** Rename, describe, archive. */
  manage: z.boolean(),
  invite: z.boolean(),
  removePeople: z.boolean(),
  leave: z.boolean(),
  /** Delete other people's messages. */
  moderate: z.boolean(),
});

export const channel = z.object({
  id: z.string(),
  type: z.enum(channelTypes),
  name: z.string(),
  description: z.string(),
  /** The newest message's `seq`; 0 in an empty channel. */
  lastSeq: z.number(),
  /** Increases with every change: new message, edit, reaction. */
  lastRev: z.number(),
  lastMessageAt: z.nullable(z.string()),
  /** The other person of a direct channel. */
  userId: z.nullable(z.number()),
  /** The people in a group message, including oneself; otherwise empty. */
  userIds: z.array(z.number()),
  /** False for a public or record channel the user has not joined. */
  joined: z.boolean(),
  /** Read-only since then. */
  archivedAt: z.nullable(z.string()),
  createdBy: z.nullable(z.number()),
  /** Who a team or record channel is for; null means any. */
  store: z.nullable(store),
  department: z.nullable(department),
  minRole: z.nullable(role),
  can: channelRights,
});
export type Channel = z.output<typeof channel>;

export const listChannels = endpoint({
  method: 'GET',
  path: '/api/chat/channels',
  summary: 'The channels the user can read, including direct messages',
  access: 'signedIn',
  reply: z.array(channel),
});

/** A public channel and its member count. */
const openChannel = z.object({ ...channel.shape, memberCount: z.number() });
export type OpenChannel = z.output<typeof openChannel>;

export const listOpenChannels = endpoint({
  method: 'GET',
  path: '/api/chat/open-channels',
  summary: 'A page of all public channels, joined or not, by name',
  access: 'signedIn',
  query: {
    /** Include archived channels. */
    archived: z._default(z.stringbool(), false),
    /** Every word must occur in the name or description; name prefix matches come first. */
    search: freeText(100),
    /** Cursor: the name and id of the previous page's last channel. */
    after: z.optional(z.string().check(z.maxLength(channelNameMaxLength))),
    afterId: z.optional(channelId),
    limit: pageLimit,
  },
  reply: z.array(openChannel),
});

export const getChannel = endpoint({
  method: 'GET',
  path: '/api/chat/channels/:channelId',
  summary: 'A channel the user can read',
  access: 'signedIn',
  params: { channelId },
  reply: channel,
});

const name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Enter a channel name.'),
    z.maxLength(channelNameMaxLength, 'A channel name must be at most 80 characters long.'),
  );
const description = z
  .string()
  .check(
    z.trim(),
    z.maxLength(descriptionMaxLength, 'A description must be at most 250 characters long.'),
  );
const userIds = z.array(id).check(z.maxLength(500));

export const createChannel = endpoint({
  method: 'POST',
  path: '/api/chat/channels',
  summary: 'Create a channel; team channels get their members from store, department and role',
  access: 'signedIn',
  body: {
    /** Idempotency key, unique per sender forever: repeating it returns the existing channel. */
    clientId: z.optional(z.uuid()),
    name,
    description: z._default(description, ''),
    type: z.enum(['public', 'private', 'team']),
    /** The first members besides oneself; empty for team channels, whose members are computed. */
    userIds: z._default(userIds, []),
    store: z._default(z.nullable(store), null),
    department: z._default(z.nullable(department), null),
    minRole: z._default(z.nullable(role), null),
  },
  reply: channel,
  status: 201,
});

export type CreatableType = 'public' | 'private' | 'team';

/** The channel types a user may create; used by browser and server. */
export function creatableTypes(person: { role: Role }): readonly CreatableType[] {
  const leads = roles.indexOf(person.role) >= roles.indexOf('manager');
  return leads ? ['public', 'private', 'team'] : ['private'];
}

export const openGroup = endpoint({
  method: 'POST',
  path: '/api/chat/groups',
  summary:
    'Open the group message with these people, creating it if needed; with one person, the direct message',
  access: 'signedIn',
  body: {
    userIds: z
      .array(id)
      .check(
        z.minLength(1, 'Choose at least one person.'),
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
  summary: 'Archive a channel, or restore it',
  access: 'signedIn',
  params: { channelId },
  body: { archived: z.boolean() },
  reply: channel,
});

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/chat/channels/:channelId/members',
  summary: 'The members of a channel, by name',
  access: 'signedIn',
  params: { channelId },
  /** Names and presence come from the people directory. */
  reply: z.array(z.object({ userId: z.number(), joinedAt: z.nullable(z.string()) })),
});

export const addMembers = endpoint({
  method: 'POST',
  path: '/api/chat/channels/:channelId/members',
  summary: 'Add people to a channel, or join a public one',
  access: 'signedIn',
  params: { channelId },
  body: { userIds },
  reply: channel,
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/chat/channels/:channelId/members/:userId',
  summary: 'Leave a channel, or remove someone from it',
  access: 'signedIn',
  params: { channelId, userId: idParam },
  reply: message,
});

/**
 * A channel was created, renamed, changed members or became inaccessible: reload the channel list. Sent
 * to its readers and to anyone who joined or left.
 */
export const channelChanged = serverEvent('channel_changed', { channelId: z.string() });
