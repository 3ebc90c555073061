import type { Archive } from '../../archive/archive.ts';
import { UnreadableExport } from '../../archive/unreadable.ts';
import type { Conversation, Exported, Intake, Person } from '../exported.ts';
import {
  type Fields,
  fieldsOf,
  firstOf,
  idOf,
  isFields,
  isTime,
  lineOf,
  listOf,
  numberOf,
} from '../json.ts';
import { createPosts } from './posts.ts';

/** The lines of a bulk export; null: it is not one. */
export function findMattermost(archive: Archive): string | null {
  const texts = [...archive.paths].filter(
    (path) => path.endsWith('.jsonl') && !path.startsWith('__MACOSX/'),
  );
  return texts.toSorted((a, b) => a.split('/').length - b.split('/').length)[0] ?? null;
}

/** Reads lines in file order; posts of a conversation need not be adjacent. Throws UnreadableExport. */
export async function readMattermost(
  archive: Archive,
  path: string,
  intake: Intake,
): Promise<Exported> {
  const people = new Map<string, Person>();
  const conversations = new Map<string, Conversation>();
  const teams: { key: string; name: string }[] = [];
  const members = new Map<string, Set<string>>();
  const join = (id: string, who: string) => {
    const here = members.get(id) ?? new Set();
    members.set(id, here.add(who));
  };
  const posts = createPosts(archive, path, intake, (conversation, who) => {
    if (!conversations.has(conversation.sourceId))
      conversations.set(conversation.sourceId, conversation);
    for (const one of who) join(conversation.sourceId, one);
  });
  let number = 0;
  for await (const line of archive.lines(path)) {
    number += 1;
    const { type, fields } = readLine(line, number);
    if (type === 'team')
      teams.push({ key: idOf(fields.name), name: lineOf(fields.display_name, 100) });
    else if (type === 'channel') {
      const channel = channelOf(fields);
      conversations.set(channel.sourceId, channel);
    } else if (type === 'user') {
      const person = personOf(fields);
      people.set(person.sourceId, person);
      for (const id of channelsOf(fields)) join(id, person.sourceId);
    } else if (type === 'direct_channel') posts.begin(fields);
    else if (type === 'post') await posts.take(fields);
    else if (type === 'direct_post') await posts.takeDirect(fields);
  }
  if (number === 0) throw new UnreadableExport('The export is empty.');
  const [first] = teams;
  const memberIds = (id: string) => [...(members.get(id) ?? [])];
  return {
    workspace: {
      kind: 'mattermost',
      name: teams
        .map(({ key, name }) => name || key)
        .join(', ')
        .slice(0, 200),
      key: first?.key ?? '',
    },
    people: [...people.values()],
    conversations: [...conversations.values()].map((one) => ({
      ...one,
      memberIds: memberIds(one.sourceId),
    })),
  };
}

function readLine(line: string, number: number): { type: string; fields: Fields } {
  try {
    const read: unknown = JSON.parse(line);
    if (!isFields(read)) throw new Error('Not an object');
    const type = idOf(read.type);
    return { type, fields: fieldsOf(read[type]) };
  } catch {
    throw new UnreadableExport(`Line ${number} of the export is not valid JSON.`);
  }
}

function personOf(user: Fields): Person {
  const handle = idOf(user.username);
  const full = lineOf(`${lineOf(user.first_name, 100)} ${lineOf(user.last_name, 100)}`, 100);
  const name = firstOf(full, lineOf(user.nickname, 100), handle);
  return { sourceId: handle, name, handle, email: lineOf(user.email, 254).toLowerCase() };
}

function channelOf(channel: Fields): Conversation {
  const name = idOf(channel.name);
  const described = [channel.purpose, channel.header].map((part) => lineOf(part, 250));
  return {
    sourceId: `${idOf(channel.team)}/${name}`,
    kind: channel.type === 'P' ? 'private' : 'public',
    name: firstOf(lineOf(channel.display_name, 80), name.slice(0, 80)),
    description: firstOf(...described),
    creator: null,
    memberIds: [],
    createdAt: null,
    isArchived: isTime(numberOf(channel.deleted_at)),
  };
}

const channelsOf = (user: Fields): string[] =>
  listOf(user.teams)
    .filter(isFields)
    .flatMap((team) =>
      listOf(team.channels)
        .filter(isFields)
        .map((channel) => `${idOf(team.name)}/${idOf(channel.name)}`),
    );
