export { maxEmojiPerMessage, messageChanged, messageReaction } from '../contract/changes.ts';
export { channelNameMaxLength, maxGroupPeople } from '../contract/channels.ts';
export { pairOf } from './access/direct.ts';
export { getChannel } from './access/find.ts';
export { readersAmong, readsChannel } from './access/readers.ts';
export { announceToTeam, findSystemUser, findTeamChannel } from './announce.ts';
export { type MessageDeleted, messageDeleted } from './changing/delete.ts';
export { tryStore } from './checkDatastore.ts';
export { type Behind, channelsAtOnce, chooseBatch } from './following/cursors.ts';
export { caughtUp, restAfter } from './following/rest.ts';
export { headOf } from './following/wake.ts';
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
export { withOwn } from './messages/own.ts';
export { messageColumns, type StoredMessage, toMessage } from './messages/rows.ts';
export { beginNotifying } from './notify/begin.ts';
export { findDoNotDisturb } from './notify/doNotDisturb.ts';
export { keyOf as notificationKeyOf, partPrefix } from './notify/keys.ts';
export type { ChatParts } from './parts.ts';
export { attachmentsOf, isBlank, type UnsentMessage, validateUnsent } from './personal/unsent.ts';
export { startInSql } from './readState/start.ts';
export type { ChannelType, ChatTables } from './tables.ts';
export { messageUploads } from './uploadUse.ts';
