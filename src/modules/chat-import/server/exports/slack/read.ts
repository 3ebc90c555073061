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
  textOf,
} from '../json.ts';
import { messageOf } from './message.ts';

/** The root folder of the export, which may be nested if someone zipped it again; null: it is not one. */
export function findSlack(archive: Archive): string | null {
  const people = [...archive.paths].filter((path) => /(^|\/)users\.json$/.test(path));
  const folders = people.map((path) => path.slice(0, -'users.json'.length));
  const isExport = (folder: string) =>
    !folder.startsWith('__MACOSX/') && lists.some(([file]) => archive.has(folder + file));
  return folders.filter(isExport).toSorted((a, b) => a.length - b.length)[0] ?? null;
}

/** The index files of each kind of conversation. */
const lists: readonly (readonly [file: string, kind: Conversation['kind']])[] = [
  ['channels.json', 'public'],
  ['groups.json', 'private'],
  ['mpims.json', 'group'],
  ['dms.json', 'direct'],
];

interface Found extends Conversation {
  folder: string;
}

/** Reads people and conversations, then each conversation day by day. Throws UnreadableExport. */
export async function readSlack(
  archive: Archive,
  folder: string,
  fileName: string,
  intake: Intake,
): Promise<Exported> {
  const users = await listIn(archive, `${folder}users.json`);
  const found: Found[] = [];
  for (const [file, kind] of lists) {
    const list = await listIn(archive, folder + file);
    found.push(...list.flatMap((one) => conversationOf(one, kind)));
  }
  const known = new Map(found.map((one) => [one.sourceId, one]));
  const people = users.flatMap(personOf);
  const isPerson = new Set(people.map(({ sourceId }) => sourceId));
  const days = daysByFolder(archive, folder);
  for (const conversation of known.values()) {
    const paths = days.get(conversation.folder) ?? days.get(conversation.sourceId) ?? [];
    for (const path of paths) await readDay(archive, path, conversation, { intake, isPerson });
  }
  const key = users.map((user) => idOf(user.team_id)).find((id) => id !== '') ?? '';
  return {
    workspace: { kind: 'slack', name: workspaceName(fileName) || key, key },
    people,
    conversations: [...known.values()],
  };
}

async function listIn(archive: Archive, path: string): Promise<Fields[]> {
  const list = await archive.json(path);
  if (list !== undefined && !Array.isArray(list))
    throw new UnreadableExport(`“${path.split('/').at(-1)}” in the file is not a list.`);
  return listOf(list).filter(isFields);
}

function personOf(user: Fields): Person[] {
  const sourceId = idOf(user.id);
  const profile = fieldsOf(user.profile);
  const isBot = user.is_bot === true || user.is_workflow_bot === true || sourceId === 'USLACKBOT';
  if (sourceId === '' || isBot) return [];
  const handle = lineOf(user.name, 100);
  const name = firstOf(
    ...[profile.real_name, user.real_name, profile.display_name].map((one) => lineOf(one, 100)),
    handle,
    sourceId,
  );
  return [{ sourceId, name, handle, email: lineOf(profile.email, 254).toLowerCase() }];
}

function conversationOf(one: Fields, kind: Conversation['kind']): Found[] {
  const sourceId = idOf(one.id);
  if (sourceId === '') return [];
  const members = [...new Set(listOf(one.members).map(idOf))].filter((id) => id !== '');
  const createdMs = numberOf(one.created) * 1000;
  const isNamed = kind === 'public' || kind === 'private';
  const described = [one.purpose, one.topic].map((part) => lineOf(fieldsOf(part).value, 250));
  return [
    {
      sourceId,
      kind,
      name: isNamed ? lineOf(one.name, 80) || sourceId : '',
      description: isNamed ? firstOf(...described) : '',
      creator: idOf(one.creator) || null,
      memberIds: members,
      createdAt: isTime(createdMs) ? new Date(createdMs) : null,
      isArchived: isNamed && one.is_archived === true,
      folder: kind === 'direct' ? sourceId : textOf(one.name),
    },
  ];
}

/** The days of each folder, in order. */
function daysByFolder(archive: Archive, folder: string): Map<string, string[]> {
  const days = new Map<string, string[]>();
  for (const path of archive.paths) {
    if (!path.startsWith(folder)) continue;
    const [name = '', file = '', more] = path.slice(folder.length).split('/');
    if (more !== undefined || !/^\d{4}-\d{2}-\d{2}\.json$/.test(file)) continue;
    const known = days.get(name);
    if (known) known.push(path);
    else days.set(name, [path]);
  }
  for (const paths of days.values()) paths.sort();
  return days;
}

interface Reading {
  intake: Intake;
  isPerson: ReadonlySet<string>;
}

async function readDay(
  archive: Archive,
  path: string,
  conversation: Found,
  { intake, isPerson }: Reading,
): Promise<void> {
  for (const item of await listIn(archive, path)) {
    const message = messageOf(item, conversation.sourceId, isPerson);
    if (message === 'timeless')
      intake.problem(
        conversation.name || conversation.sourceId,
        'A message without a time was skipped',
      );
    else if (message) await intake.message(message);
  }
}

/** `Acme Slack export Jan 1 2020 - Feb 2 2021.zip`, as Slack names them. */
function workspaceName(fileName: string): string {
  const [, name = ''] = /^(.+?) slack export\b/i.exec(fileName) ?? [];
  return lineOf(name, 100);
}
