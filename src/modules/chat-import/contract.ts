import * as z from 'zod/mini';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { idParam, time } from '../../platform/contract/fields.ts';

export const chatImportMaxBytes = 2 * 1024 ** 3;

/** Where an export comes from; told by what is in it. */
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
/** In these the server is at work, and the state is asked for again. */
export const workingStates: readonly (typeof chatImportStates)[number][] = [
  'reading',
  'importing',
  'undoing',
];

const exportedPerson = z.object({
  /** What the export calls them by. */
  sourceId: z.string(),
  name: z.string(),
  /** Blank where the export has none. */
  email: z.string(),
  /** Messages of theirs in the export. */
  messages: z.number(),
  /** The person here they are; null: what they wrote comes in under the house’s name and names them. */
  userId: z.nullable(z.number()),
  userName: z.nullable(z.string()),
  matchedBy: z.nullable(z.enum(['email', 'hand'])),
});
export type ExportedPerson = z.output<typeof exportedPerson>;

const exportedChannel = z.object({
  sourceId: z.string(),
  kind: z.enum(['public', 'private', 'group', 'direct']),
  /** As it will be called here; of a direct or group conversation who is in it. */
  name: z.string(),
  messages: z.number(),
  chosen: z.boolean(),
  /** Why it cannot come in, in a sentence; null where it can. */
  obstacle: z.nullable(z.string()),
  /** The conversation here, once it is. */
  channelId: z.nullable(z.string()),
});
export type ExportedChannel = z.output<typeof exportedChannel>;

export const chatImport = z.object({
  id: z.number(),
  fileName: z.string(),
  sizeBytes: z.number(),
  kind: z.nullable(z.enum(exportKinds)),
  /** The team or workspace it comes from; blank where the export does not say. */
  workspace: z.string(),
  state: z.enum(chatImportStates),
  /** Why the last step ended, in a sentence; blank where it did not fail. */
  failure: z.string(),
  /** How far the present step has come, in messages. */
  done: z.number(),
  total: z.number(),
  withFiles: z.boolean(),
  /** Attachments in the export, and their bytes as far as it says. */
  files: z.number(),
  fileBytes: z.number(),
  messages: z.number(),
  from: z.nullable(time),
  until: z.nullable(time),
  people: z.array(exportedPerson),
  channels: z.array(exportedChannel),
  /** What came in, so far or at the end. */
  brought: z.object({
    channels: z.number(),
    messages: z.number(),
    reactions: z.number(),
    files: z.number(),
  }),
  /** After undoing: conversations that stay, because somebody has written in them since. */
  kept: z.number(),
  /** Whether the asker reads the messages that undoing removed. */
  canReadRemoved: z.boolean(),
  /** What could not come in as it was; the first hundred of `problemCount`. */
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
  summary: 'Bring in the export of another chat; nothing is created before it is run',
  access,
  params: { clientId: z.uuid() },
  query: { fileName: z._default(z.string().check(z.trim(), z.maxLength(200)), 'export.zip') },
  bodyType: 'file',
  maxBytes: chatImportMaxBytes,
  reply: chatImport,
  status: 202,
});

/** Without their people, channels and problems, which are asked for one by one. */
export const listChatImports = endpoint({
  method: 'GET',
  path: '/api/chat-imports',
  summary: 'The latest imports of other chats',
  access,
  reply: z.array(
    z.object({
      id: z.number(),
      fileName: z.string(),
      state: z.enum(chatImportStates),
      messages: z.number(),
      /** How many of them came in so far. */
      brought: z.number(),
      createdAt: time,
      createdBy: z.string(),
    }),
  ),
});

export const getChatImport = endpoint({
  method: 'GET',
  path: '/api/chat-imports/:importId',
  summary: 'What an export holds, and how far bringing it in has come',
  access,
  params,
  reply: chatImport,
});

export const planChatImport = endpoint({
  method: 'PUT',
  path: '/api/chat-imports/:importId/plan',
  summary: 'Say who somebody is here, which channels come in, and whether files do',
  access,
  params,
  body: {
    people: z
      .array(
        z.strictObject({
          sourceId: z.string().check(z.maxLength(200)),
          userId: z.nullable(idParam),
        }),
      )
      .check(z.maxLength(5_000)),
    channels: z
      .array(z.strictObject({ sourceId: z.string().check(z.maxLength(200)), chosen: z.boolean() }))
      .check(z.maxLength(5_000)),
    withFiles: z.boolean(),
  },
  reply: chatImport,
});

export const runChatImport = endpoint({
  method: 'POST',
  path: '/api/chat-imports/:importId/run',
  summary: 'Bring in what is planned; run again it goes on, and nothing comes in twice',
  access,
  params,
  reply: chatImport,
  status: 202,
});

export const stopChatImport = endpoint({
  method: 'POST',
  path: '/api/chat-imports/:importId/stop',
  summary: 'End a run after what it is just writing; what came in stays, and it can go on later',
  access,
  params,
  reply: chatImport,
});

export const undoChatImport = endpoint({
  method: 'POST',
  path: '/api/chat-imports/:importId/undo',
  summary: 'Take back the conversations an import made, where nobody has written in them since',
  access,
  params,
  reply: chatImport,
  status: 202,
});

/** Kept because people may have read it; a channel's name is blank for direct messages. */
export const listUndoneMessages = endpoint({
  method: 'GET',
  path: '/api/chat-imports/:importId/undone',
  summary: 'Messages an undone import had brought in; for those who read the whole activity log',
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
