import * as z from 'zod/mini';
import { department, stores } from '../../platform/contract/access.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import {
  freeText,
  id,
  instant,
  message,
  reference,
  time,
  version,
} from '../../platform/contract/fields.ts';
import { serverEvent } from '../../platform/contract/socket.ts';

export const noteLimits = { title: 200, content: 100_000, tags: 10, tag: 30, shares: 100 } as const;
export const noteColors = ['yellow', 'green', 'blue', 'purple', 'pink', 'gray'] as const;
export type NoteColor = (typeof noteColors)[number];

export const required = 'Title and content are required';
export const access = { feature: 'utilities' } as const;

const title = z.string().check(z.trim(), z.maxLength(noteLimits.title));
const content = z.string().check(z.maxLength(noteLimits.content));
const color = z.enum(noteColors);
const tag = z.string().check(z.trim(), z.minLength(1), z.maxLength(noteLimits.tag));
const tags = z.array(tag).check(z.maxLength(noteLimits.tags));
const noteId = z.uuid();

/** Removes duplicate tags, ignoring case; keeps the first spelling. */
export function distinctTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags) {
    const key = tag.toLowerCase();
    if (!byKey.has(key)) byKey.set(key, tag);
  }
  return [...byKey.values()];
}

/** The versioned fields of a note. */
const noteFields = { title: z.string(), content: z.string(), color, tags: z.array(z.string()) };
export const noteText = z.object(noteFields);
export type NoteText = z.output<typeof noteText>;

/** What the requesting user may do with it. */
const may = z.object({ edit: z.boolean(), share: z.boolean(), delete: z.boolean() });

const noteMetadata = {
  id: z.string(),
  isPinned: z.boolean(),
  owner: reference,
  isOwn: z.boolean(),
  /** How many people, departments and stores it is shared with; 0 for anyone but the owner. */
  shareCount: z.number(),
  version: z.number(),
  createdAt: time,
  updatedAt: time,
  updatedBy: reference,
  may,
};

export const note = z.object({ ...noteFields, ...noteMetadata });
export type Note = z.output<typeof note>;

const part = z.object({ text: z.string(), match: z.boolean() });
export type Part = z.output<typeof part>;

/** A note in a list: `content` is its beginning, `marked` the search matches. */
export const noteCard = z.object({
  ...noteFields,
  ...noteMetadata,
  isCut: z.boolean(),
  marked: z.nullable(
    z.object({ title: z.array(part), excerpt: z.array(part), tags: z.array(z.array(part)) }),
  ),
});
export type NoteCard = z.output<typeof noteCard>;

export const listNotes = endpoint({
  method: 'GET',
  path: '/api/notes',
  summary: 'List your notes and those shared with you, most recently updated first',
  access,
  query: {
    search: freeText(200),
    tag: z.optional(z.string().check(z.trim(), z.maxLength(noteLimits.tag))),
    /** Only pinned notes, or only the others. */
    pinned: z.optional(z.enum(['true', 'false'])),
    /** Cursor for the next page: `updatedAt` and `id` of the last note. */
    before: z.optional(instant),
    beforeId: z.optional(noteId),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 60),
  },
  reply: z.array(noteCard),
});

/** The total count, and the tags of the user's own notes, most used first. */
export const getNotesOverview = endpoint({
  method: 'GET',
  path: '/api/notes/overview',
  summary: 'Get the number of your notes and your tags',
  access,
  reply: z.object({ count: z.number(), tags: z.array(z.string()) }),
});

export const getNote = endpoint({
  method: 'GET',
  path: '/api/notes/:noteId',
  summary: 'Get a note',
  access,
  params: { noteId },
  reply: note,
});

const isFilledIn = (body: { title: string; content: string }) =>
  body.title.trim() && body.content.trim() ? undefined : required;

export const createNote = endpoint({
  method: 'POST',
  path: '/api/notes',
  summary: 'Create a note; repeating an id is idempotent',
  access,
  body: {
    id: z.optional(noteId),
    title,
    content,
    color: z._default(color, 'yellow'),
    tags: z._default(tags, []),
    isPinned: z._default(z.boolean(), false),
  },
  refine: isFilledIn,
  reply: note,
  status: 201,
});

export const saveNote = endpoint({
  method: 'PUT',
  path: '/api/notes/:noteId',
  summary: 'Save a note based on the given version; 409 if a newer version exists',
  access,
  params: { noteId },
  body: { title, content, color, tags, version },
  refine: isFilledIn,
  reply: note,
});

export const pinNote = endpoint({
  method: 'PUT',
  path: '/api/notes/:noteId/pin',
  summary: 'Pin or unpin a note for yourself',
  access,
  params: { noteId },
  body: { isPinned: z.boolean() },
  reply: message,
});

export const deleteNote = endpoint({
  method: 'DELETE',
  path: '/api/notes/:noteId',
  summary: 'Delete one of your notes; it can be restored for 30 days',
  access,
  params: { noteId },
  reply: message,
});

export const restoreNote = endpoint({
  method: 'POST',
  path: '/api/notes/:noteId/restore',
  summary: 'Restore one of your deleted notes',
  access,
  params: { noteId },
  reply: note,
});

export const deletedNote = z.object({ id: z.string(), title: z.string(), deletedAt: time });
export const listDeletedNotes = endpoint({
  method: 'GET',
  path: '/api/notes/deleted',
  summary: 'List the notes you deleted in the last 30 days, latest first',
  access,
  reply: z.array(deletedNote),
});

const noteVersion = z.object({ version: z.number(), writtenBy: reference, writtenAt: time });
export type NoteVersion = z.output<typeof noteVersion>;

export const listVersions = endpoint({
  method: 'GET',
  path: '/api/notes/:noteId/versions',
  summary: 'List the earlier versions of a note, latest first',
  access,
  params: { noteId },
  reply: z.array(noteVersion),
});

const versionParam = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647));

export const getVersion = endpoint({
  method: 'GET',
  path: '/api/notes/:noteId/versions/:version',
  summary: 'Get an earlier version of a note',
  access,
  params: { noteId, version: versionParam },
  reply: z.extend(noteText, noteVersion.shape),
});

export const restoreVersion = endpoint({
  method: 'POST',
  path: '/api/notes/:noteId/versions/:version/restore',
  summary: 'Restore an earlier version; the current one is archived',
  access,
  params: { noteId, version: versionParam },
  body: { version },
  reply: note,
});

/** One person, everyone in a department, or everyone at a store: exactly one of the three. */
const audience = {
  userId: z.nullable(id),
  department: z.nullable(department),
  store: z.nullable(z.enum(stores)),
  canEdit: z.boolean(),
};
const namesOne = (share: { userId: unknown; department: unknown; store: unknown }) =>
  [share.userId, share.department, share.store].filter((target) => target !== null).length === 1;

export const noteShare = z.object({ ...audience, person: z.nullable(reference) });
export type NoteShare = z.output<typeof noteShare>;

export const listShares = endpoint({
  method: 'GET',
  path: '/api/notes/:noteId/shares',
  summary: 'List who one of your notes is shared with',
  access,
  params: { noteId },
  reply: z.array(noteShare),
});

export const setShares = endpoint({
  method: 'PUT',
  path: '/api/notes/:noteId/shares',
  summary: 'Replace the shares of one of your notes',
  access,
  params: { noteId },
  body: { shares: z.array(z.strictObject(audience)).check(z.maxLength(noteLimits.shares)) },
  refine: ({ shares }) =>
    shares.every(namesOne) ? undefined : 'Each share must name one person, department or store.',
  reply: z.array(noteShare),
});

export const leaveNote = endpoint({
  method: 'DELETE',
  path: '/api/notes/:noteId/shares/mine',
  summary: 'Leave a note that is shared with you',
  access,
  params: { noteId },
  reply: message,
});

/** Sent to everyone who can see the note; clients with an earlier version refetch it. */
export const noteChanged = serverEvent('note_changed', { id: z.string(), version: z.number() });
/** Sent to everyone who can no longer see the note. */
export const noteGone = serverEvent('note_gone', { id: z.string() });
