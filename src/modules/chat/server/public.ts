export { maxEmojiPerMessage } from '../contract/changes.ts';
export { channelNameMaxLength, maxGroupPeople } from '../contract/channels.ts';
export { pairOf } from './access/direct.ts';
export { readersAmong, readsChannel } from './access/readers.ts';
export { announceToTeam, findSystemUser, findTeamChannel } from './announce.ts';
export { type MessageDeleted, messageDeleted } from './changing/delete.ts';
export { tryStore } from './checkDatastore.ts';
export {
  announceImported,
  importChannels,
  importDirect,
  importMembers,
} from './importing/channels.ts';
export type { ImportedMessage } from './importing/messages/importedMessage.ts';
export { importMessages } from './importing/messages/messages.ts';
export { importQuietly } from './importing/messages/quietly.ts';
export { importReads } from './importing/reads.ts';
export { forgetRemoved, lockImported, removeImported } from './importing/remove.ts';
export { beginNotifying } from './notify/begin.ts';
export { findDoNotDisturb } from './notify/doNotDisturb.ts';
export { keyOf as notificationKeyOf, partPrefix } from './notify/keys.ts';
export type { ChatParts } from './parts.ts';
export type { ChatTables } from './tables.ts';
export { messageUploads, scheduledUploads } from './uploadUses.ts';
