import { posix } from 'node:path';
import type { Archive } from '../../archive/archive.ts';
import type { Conversation, ExportedFile, Intake, Message, MessageBody } from '../exported.ts';
import { type Fields, idOf, isFields, isTime, lineOf, listOf, numberOf, textOf } from '../json.ts';

type Begin = (conversation: Conversation, members: readonly string[]) => void;

/** Collects posts with their replies. Conversations without a line of their own start with their first post. */
export function createPosts(archive: Archive, linesPath: string, intake: Intake, begin: Begin) {
  const folder = posix.dirname(linesPath) === '.' ? '' : `${posix.dirname(linesPath)}/`;
  const read = (file: Fields) => fileOf(archive, folder, file);

  async function takeWith(conversation: string, post: Fields, where: string): Promise<void> {
    const root = messageOf(post, conversation, null, read);
    if (root === 'timeless') intake.problem(where, 'A message without a time was skipped');
    if (root === null || root === 'timeless') return;
    await intake.message(root);
    for (const reply of listOf(post.replies).filter(isFields)) {
      const message = messageOf(reply, conversation, root.sourceId, read);
      if (message === 'timeless') intake.problem(where, 'A message without a time was skipped');
      else if (message) await intake.message(message);
    }
  }

  const beginDirect = (members: readonly string[]) => {
    const conversation = directOf(members);
    begin(conversation, members);
    return conversation.sourceId;
  };

  return {
    begin(channel: Fields): void {
      beginDirect(membersOf(channel));
    },
    async take(post: Fields): Promise<void> {
      const team = idOf(post.team);
      const name = idOf(post.channel);
      const sourceId = `${team}/${name}`;
      begin({ ...blank, sourceId, kind: 'private', name: name.slice(0, 80) }, []);
      await takeWith(sourceId, post, name);
    },
    async takeDirect(post: Fields): Promise<void> {
      const members = listOf(post.channel_members).map(idOf);
      await takeWith(beginDirect(members), post, 'Direct messages');
    },
  };
}

const blank = {
  description: '',
  creator: null,
  memberIds: [],
  createdAt: null,
  isArchived: false,
};

function membersOf(channel: Fields): string[] {
  const participants = listOf(channel.participants).filter(isFields);
  return participants.length > 0
    ? participants.map(({ username }) => idOf(username))
    : listOf(channel.members).map(idOf);
}

/** The same people form one conversation, in whatever order they are listed. */
const directIdOf = (members: readonly string[]): string =>
  `direct/${[...new Set(members)].sort().join('/')}`;

function directOf(members: readonly string[]): Conversation {
  const kind = new Set(members).size > 2 ? 'group' : 'direct';
  return { ...blank, sourceId: directIdOf(members), kind, name: '' };
}

function messageOf(
  post: Fields,
  conversation: string,
  rootId: string | null,
  fileOf: (file: Fields) => ExportedFile,
): Message | 'timeless' | null {
  // System posts: joins and leaves.
  if (textOf(post.type).startsWith('system_')) return null;
  const atMs = numberOf(post.create_at);
  if (!isTime(atMs)) return 'timeless';
  const author = idOf(post.user) || null;
  const body: MessageBody = { text: textOf(post.message).trim() };
  if (author === null) body.name = 'Someone';
  const reactions = reactionsOf(post);
  if (reactions.length > 0) body.reactions = reactions;
  const files = listOf(post.attachments).filter(isFields).map(fileOf);
  if (files.length > 0) body.files = files;
  const editedAt = numberOf(post.edit_at);
  if (isTime(editedAt)) body.editedAt = editedAt;
  // Posts have no id in an export: author and time identify them.
  const sourceId = `${author ?? ''}:${atMs}${rootId === null ? '' : `:${rootId}`}`;
  return { conversation, sourceId, at: atMs * 1000, author, rootId, body };
}

function reactionsOf(post: Fields) {
  const byCode = new Map<string, string[]>();
  for (const { emoji_name, user } of listOf(post.reactions).filter(isFields)) {
    const code = lineOf(emoji_name, 100);
    if (code !== '') byCode.set(code, [...(byCode.get(code) ?? []), idOf(user)]);
  }
  return [...byCode].map(([code, people]) => ({ code, people: [...new Set(people)] }));
}

function fileOf(archive: Archive, folder: string, file: Fields): ExportedFile {
  const filePath = textOf(file.path);
  const found = [`${folder}data/${filePath}`, `${folder}${filePath}`].find((path) =>
    archive.has(path),
  );
  return {
    name: lineOf(filePath.split('/').at(-1), 255) || 'file',
    sizeBytes: found ? archive.sizeOf(found) : 0,
    path: found ?? null,
    url: null,
  };
}
