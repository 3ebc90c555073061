import type { Client } from '../../../../test/support/client.ts';
import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import type { NewUser } from '../../people/server/public.ts';
import * as calls from '../contract.ts';

/** A test server with users who may use the utilities. */
export interface NoteStage extends AdminStage {
  addWriter(overrides?: Partial<NewUser>): Promise<StageUser>;
}

export async function openNoteStage(): Promise<NoteStage> {
  const stage = await openAdminStage();
  const addWriter = (overrides: Partial<NewUser> = {}) =>
    stage.addUser({ featurePermissions: ['utilities'], department: 'parts', ...overrides });
  return { ...stage, addWriter };
}

export async function addNote(client: Client, overrides: Record<string, unknown> = {}) {
  const reply = await client.call(calls.createNote, {
    body: { title: 'Tire rack', content: 'Winter sets are on rack 4', ...overrides },
  });
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
  return reply.body;
}

export async function save(client: Client, note: calls.Note, change: Partial<calls.NoteText>) {
  const { id: noteId, title, content, color, tags, version } = note;
  return client.call(calls.saveNote, {
    params: { noteId },
    body: { title, content, color, tags, version, ...change },
  });
}

const noAudience = { userId: null, department: null, store: null, canEdit: false };

export async function share(
  client: Client,
  noteId: string,
  ...shares: Partial<Omit<calls.NoteShare, 'person'>>[]
) {
  return client.call(calls.setShares, {
    params: { noteId },
    body: { shares: shares.map((partial) => ({ ...noAudience, ...partial })) },
  });
}

export const canRead = async (client: Client, noteId: string) =>
  (await client.call(calls.getNote, { params: { noteId } })).status === 200;

export const titles = async (client: Client, query: Record<string, string> = {}) =>
  (await client.call(calls.listNotes, { query })).body.map(({ title }) => title);
