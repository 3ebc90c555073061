import type { ExportedFile, Message, MessageBody } from '../exported.ts';
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

/** Messages of people and apps; all other types are joins, leaves and renames. */
const messageSubtypes = new Set([
  '',
  'bot_message',
  'me_message',
  'file_share',
  'thread_broadcast',
  'reply_broadcast',
  'slackbot_response',
]);
const broadcasts = new Set(['thread_broadcast', 'reply_broadcast']);

/** A message of a day; null if it has no content, `timeless` if it has no time. */
export function messageOf(
  one: Fields,
  conversation: string,
  isPerson: ReadonlySet<string>,
): Message | 'timeless' | null {
  const subtype = textOf(one.subtype);
  if (textOf(one.type) !== 'message' || !messageSubtypes.has(subtype) || one.hidden === true)
    return null;
  const sourceId = idOf(one.ts);
  const at = Math.round(numberOf(one.ts) * 1_000_000);
  if (!isTime(at / 1000)) return 'timeless';
  const thread = idOf(one.thread_ts);
  const rootId = thread !== '' && thread !== sourceId ? thread : null;
  const user = idOf(one.user);
  const author = isPerson.has(user) ? user : null;
  const body: MessageBody = { text: plainTextOf(one, subtype) };
  if (author === null) body.name = nameOf(one);
  const reactions = reactionsOf(one);
  if (reactions.length > 0) body.reactions = reactions;
  const files = listOf(one.files).filter(isFields).flatMap(fileOf);
  if (files.length > 0) body.files = files;
  const editedAt = numberOf(fieldsOf(one.edited).ts) * 1000;
  if (isTime(editedAt)) body.editedAt = Math.round(editedAt);
  if (rootId !== null && broadcasts.has(subtype)) body.isShown = true;
  return { conversation, sourceId, at, author, rootId, body };
}

function plainTextOf(one: Fields, subtype: string): string {
  const linked = listOf(one.files).filter(isFields).filter(isElsewhere).map(linkOf);
  return [contentOf(one, subtype), ...linked].filter(Boolean).join('\n');
}

/** A document of another service is a link, not a file. */
const isElsewhere = ({ mode }: Fields) => mode === 'external';
const linkOf = (file: Fields) =>
  `<${textOf(file.url_private)}|${lineOf(file.name, 255).replace(/[<>|]/g, ' ')}>`;

function contentOf(one: Fields, subtype: string): string {
  const text = textOf(one.text).trim();
  if (subtype === 'me_message' && text !== '') return `_${text}_`;
  // Messages of apps may have content besides the text.
  return text || listOf(one.attachments).filter(isFields).map(attached).filter(Boolean).join('\n');
}

function attached({ pretext, title, text, fallback }: Fields): string {
  const texts = [pretext, title, text].map((part) => textOf(part).trim()).filter(Boolean);
  return texts.join('\n') || textOf(fallback).trim();
}

function nameOf(one: Fields): string {
  const profile = fieldsOf(one.user_profile);
  const names = [one.username, fieldsOf(one.bot_profile).name, profile.real_name, profile.name];
  return firstOf(...names.map((name) => lineOf(name, 100)), 'Someone');
}

function reactionsOf(one: Fields) {
  return listOf(one.reactions)
    .filter(isFields)
    .map(({ name, users }) => ({
      code: lineOf(name, 100),
      people: [...new Set(listOf(users).map(idOf))],
    }))
    .filter(({ code }) => code !== '');
}

function fileOf(file: Fields): ExportedFile[] {
  if (isElsewhere(file)) return [];
  // Deleted there, or beyond the limits of their plan.
  const isGone = ['tombstone', 'hidden_by_limit'].includes(textOf(file.mode));
  const name = firstOf(lineOf(file.name, 255), lineOf(file.title, 255), 'file');
  const url = firstOf(textOf(file.url_private_download), textOf(file.url_private));
  const sizeBytes = Math.max(0, Math.round(numberOf(file.size)));
  return [{ name, sizeBytes, path: null, url: isGone || url === '' ? null : url }];
}
