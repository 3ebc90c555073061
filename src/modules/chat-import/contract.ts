import * as z from 'zod/mini';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { id, idParam, time } from '../../platform/contract/fields.ts';

export const chatImportMaxBytes = 2 * 1024 ** 3;

/** Where an export comes from, recognized by its contents. */
export const exportKinds = ['slack', 'mattermost'] as const;

export const chatImportStates = [
  'reading',
  'read',
  'importing',
  'imported',
  'undoing',
  'undone',
  'failed',
] as const;
/** States in which the server is working; clients poll while in one of them. */
export const workingStates: readonly (typeof chatImportStates)[number][] = [
  'reading',
  'importing',
  'undoing',
];

const exportedPerson = z.object({
  /** Their id in the export. */
  sourceId: z.string(),
  name: z.string(),
  /** Blank if the export has none. */
  email: z.string(),
  /** Number of their messages in the export. */
  messages: z.number(),
  /** The matched employee; null: their messages are posted by Forecourt and start with their name. */
  userId: z.nullable(z.number()),
  userName: z.nullable(z.string()),
  matchedBy: z.nullable(z.enum(['email', 'hand'])),
});
export type ExportedPerson = z.output<typeof exportedPerson>;

const exportedChannel = z.object({
  sourceId: z.string(),
  kind: z.enum(['public', 'private', 'group', 'direct']),
  /** Its future name; for direct and group conversations, its members. */
  name: z.string(),
  messages: z.number(),
  chosen: z.boolean(),
  /** Why it cannot be imported, as a message; null if it can. */
  obstacle: z.nullable(z.string()),
  /** The channel here, once it exists. */
  channelId: z.nullable(z.string()),
});
export type ExportedChannel = z.output<typeof exportedChannel>;

export const chatImport = z.object({
  id: z.number(),
  fileName: z.string(),
  sizeBytes: z.number(),
  kind: z.nullable(z.enum(exportKinds)),
  /** The team or workspace it comes from; blank if unknown. */
  workspace: z.string(),
  state: z.enum(chatImportStates),
  /** Why the last step failed, as a message; blank if it did not. */
  failure: z.string(),
  /** Messages processed in the current step. */
  done: z.number(),
  total: z.number(),
  withFiles: z.boolean(),
  /** Attachments in the export, and their total size if known. */
  files: z.number(),
  fileBytes: z.number(),
  messages: z.number(),
  from: z.nullable(time),
  until: z.nullable(time),
  people: z.array(exportedPerson),
  channels: z.array(exportedChannel),
  /** What has been imported so far. */
  brought: z.object({
    channels: z.number(),
    messages: z.number(),
    reactions: z.number(),
    files: z.number(),
  }),
  /** After undoing: conversations that stay because someone has posted in them since. */
  kept: z.number(),
  /** Whether the user may read the messages that undoing removed. */
  canReadRemoved: z.boolean(),
  /** Problems with single items; the first hundred of `problemCount`. */
  problems: z.array(z.object({ where: z.string(), error: z.string() })),
  problemCount: z.number(),
  createdAt: time,
  createdBy: z.string(),
});
export type ChatImport = z.output<typeof chatImport>;

const access = { admin: 'system_management' } as const;
const params = { importId: idParam };

export const startChatImport = endpoint({
  method: 'POST',
  path: '/api/chat-imports/:clientId/file',
  summary: 'Upload the export of another chat; nothing is created before the import runs',
  access,
  params: { clientId: z.uuid() },
  query: { fileName: z._default(z.string().check(z.trim(), z.maxLength(200)), 'export.zip') },
  bodyType: 'file',
  maxBytes: chatImportMaxBytes,
  reply: chatImport,
  status: 202,
});

/** Without people, channels and problems, which are loaded separately. */
export const listChatImports = endpoint({
  method: 'GET',
  path: '/api/chat-imports',
  summary: 'The latest chat imports',
  access,
  reply: z.array(
    z.object({
      id: z.number(),
      fileName: z.string(),
      state: z.enum(chatImportStates),
      messages: z.number(),
      /** How many of its messages have been imported. */
      brought: z.number(),
      createdAt: time,
      createdBy: z.string(),
    }),
  ),
});

export const getChatImport = endpoint({
  method: 'GET',
  path: '/api/chat-imports/:importId',
  summary: 'The contents of an export and the progress of its import',
  access,
  params,
  reply: chatImport,
});

export const planChatImport = endpoint({
  method: 'PUT',
  path: '/api/chat-imports/:importId/plan',
  summary: 'Match people, and choose which channels and files to import',
  access,
  params,
  body: {
    people: z
      .array(
        z.strictObject({
          sourceId: z.string().check(z.maxLength(200)),
          userId: z.nullable(id),
        }),
      )
      .check(z.maxLength(5_000)),
    channels: z
      // A group of another chat is named by all its members.
      .array(
        z.strictObject({ sourceId: z.string().check(z.maxLength(1_000)), chosen: z.boolean() }),
      )
      .check(z.maxLength(5_000)),
    withFiles: z.boolean(),
  },
  reply: chatImport,
});

export const runChatImport = endpoint({
  method: 'POST',
  path: '/api/chat-imports/:importId/run',
  summary: 'Run the planned import; running it again continues it, without duplicates',
  access,
  params,
  reply: chatImport,
  status: 202,
});

export const stopChatImport = endpoint({
  method: 'POST',
  path: '/api/chat-imports/:importId/stop',
  summary: 'Stop a run after its current batch; imported messages stay, and it can continue later',
  access,
  params,
  reply: chatImport,
});

export const undoChatImport = endpoint({
  method: 'POST',
  path: '/api/chat-imports/:importId/undo',
  summary:
    'Undo an import: deletes the conversations it created, if no one has posted in them since',
  access,
  params,
  reply: chatImport,
  status: 202,
});

/** Kept because people may have read it; the channel name is blank for direct messages. */
export const listUndoneMessages = endpoint({
  method: 'GET',
  path: '/api/chat-imports/:importId/undone',
  summary: 'Messages that undoing an import removed; for users who read the whole activity log',
  access: { feature: 'audit_logs' },
  params,
  query: {
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(5_000_000)), 0),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 100),
  },
  reply: z.array(
    z.object({
      id: z.string(),
      channelId: z.string(),
      channelName: z.string(),
      senderId: z.number(),
      senderName: z.string(),
      content: z.string(),
      files: z.array(z.string()),
      writtenAt: time,
      undoneAt: time,
      undoneBy: z.string(),
    }),
  ),
});
