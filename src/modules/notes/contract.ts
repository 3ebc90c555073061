import * as z from 'zod/mini';
import { department, stores } from '../../platform/contract/access.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { idParam, instant, message, time, version } from '../../platform/contract/fields.ts';
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

/** What a note says: everything of it that has versions. */
const noteFields = { title: z.string(), content: z.string(), color, tags: z.array(z.string()) };
export const noteText = z.object(noteFields);
export type NoteText = z.output<typeof noteText>;

const author = z.object({ id: z.number(), firstName: z.string(), lastName: z.string() });
export type Author = z.output<typeof author>;

/** What the person who asks may do with it. */
const may = z.object({ edit: z.boolean(), share: z.boolean(), delete: z.boolean() });

const known = {
  id: z.string(),
  isPinned: z.boolean(),
  owner: author,
  isOwn: z.boolean(),
  /** How many people, departments and stores it is shared with; told to its owner only. */
  shareCount: z.number(),
  version: z.number(),
  createdAt: time,
  updatedAt: time,
  updatedBy: author,
  may,
};

export const note = z.object({ ...noteFields, ...known });
export type Note = z.output<typeof note>;

const part = z.object({ text: z.string(), match: z.boolean() });
export type Part = z.output<typeof part>;

/** A note as a list shows it: `content` is how it begins. `marked` is where it says what was looked for. */
export const noteCard = z.object({
  ...noteFields,
  ...known,
  isCut: z.boolean(),
  marked: z.nullable(
    z.object({ title: z.array(part), excerpt: z.array(part), tags: z.array(z.array(part)) }),
  ),
});
export type NoteCard = z.output<typeof noteCard>;

export const listNotes = endpoint({
  method: 'GET',
  path: '/api/notes',
  summary: 'Your notes and those shared with you, the latest changed first',
  access,
  query: {
    search: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
    tag: z.optional(z.string().check(z.trim(), z.maxLength(noteLimits.tag))),
    /** Only the pinned ones, or only the others. */
    pinned: z.optional(z.enum(['true', 'false'])),
    /** The next page: `updatedAt` and `id` of the last note of this one. */
    before: z.optional(instant),
    beforeId: z.optional(noteId),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 60),
  },
  reply: z.array(noteCard),
});

/** How many there are in all, and the tags of one's own, the most used first. */
export const getNotesOverview = endpoint({
  method: 'GET',
  path: '/api/notes/overview',
  summary: 'How many notes you have, and your tags',
  access,
  reply: z.object({ count: z.number(), tags: z.array(z.string()) }),
});

export const getNote = endpoint({
  method: 'GET',
  path: '/api/notes/:noteId',
  summary: 'One note in full',
  access,
  params: { noteId },
  reply: note,
});

const isFilledIn = (body: { title: string; content: string }) =>
  body.title.trim() && body.content.trim() ? undefined : required;

export const createNote = endpoint({
  method: 'POST',
  path: '/api/notes',
  summary: 'Add a note; with the id of one you have added before, it is the same one',
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
  summary: 'Save a note over the version you hold; 409 when somebody saved another meanwhile',
  access,
  params: { noteId },
  body: { title, content, color, tags, version },
  refine: isFilledIn,
  reply: note,
});

export const pinNote = endpoint({
  method: 'PUT',
  path: '/api/notes/:noteId/pin',
  summary: 'Pin a note for yourself, or unpin it',
  access,
  params: { noteId },
  body: { isPinned: z.boolean() },
  reply: message,
});

export const deleteNote = endpoint({
  method: 'DELETE',
  path: '/api/notes/:noteId',
  summary: 'Delete a note of yours; it can be restored for 30 days',
  access,
  params: { noteId },
  reply: message,
});

export const restoreNote = endpoint({
  method: 'POST',
  path: '/api/notes/:noteId/restore',
  summary: 'Take a deleted note of yours back',
  access,
  params: { noteId },
  reply: note,
});

export const deletedNote = z.object({ id: z.string(), title: z.string(), deletedAt: time });
export const listDeletedNotes = endpoint({
  method: 'GET',
  path: '/api/notes/deleted',
  summary: 'The notes you deleted in the last 30 days, the latest first',
  access,
  reply: z.array(deletedNote),
});

const noteVersion = z.object({ version: z.number(), writtenBy: author, writtenAt: time });
export type NoteVersion = z.output<typeof noteVersion>;

export const listVersions = endpoint({
  method: 'GET',
  path: '/api/notes/:noteId/versions',
  summary: 'What a note said before, the latest first',
  access,
  params: { noteId },
  reply: z.array(noteVersion),
});

const versionParam = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647));

export const getVersion = endpoint({
  method: 'GET',
  path: '/api/notes/:noteId/versions/:version',
  summary: 'One earlier version in full',
  access,
  params: { noteId, version: versionParam },
  reply: z.extend(noteText, noteVersion.shape),
});

export const restoreVersion = endpoint({
  method: 'POST',
  path: '/api/notes/:noteId/versions/:version/restore',
  summary: 'Make an earlier version the current one again; the one you hold is kept',
  access,
  params: { noteId, version: versionParam },
  body: { version },
  reply: note,
});

/** Somebody, everybody of a department, or everybody of a store: one of the three. */
const audience = {
  userId: z.nullable(idParam),
  department: z.nullable(department),
  store: z.nullable(z.enum(stores)),
  canEdit: z.boolean(),
};
const namesOne = (share: { userId: unknown; department: unknown; store: unknown }) =>
  [share.userId, share.department, share.store].filter((one) => one !== null).length === 1;

export const noteShare = z.object({ ...audience, person: z.nullable(author) });
export type NoteShare = z.output<typeof noteShare>;

export const listShares = endpoint({
  method: 'GET',
  path: '/api/notes/:noteId/shares',
  summary: 'Whom a note of yours is shared with',
  access,
  params: { noteId },
  reply: z.array(noteShare),
});

export const setShares = endpoint({
  method: 'PUT',
  path: '/api/notes/:noteId/shares',
  summary: 'Share a note of yours with exactly these',
  access,
  params: { noteId },
  body: { shares: z.array(z.strictObject(audience)).check(z.maxLength(noteLimits.shares)) },
  refine: ({ shares }) =>
    shares.every(namesOne) ? undefined : 'Each share names one person, department or store.',
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

/** To everybody who may see the note; whoever holds an earlier version asks for this one. */
export const noteChanged = serverEvent('note_changed', { id: z.string(), version: z.number() });
/** To everybody who could see it until now. */
export const noteGone = serverEvent('note_gone', { id: z.string() });
