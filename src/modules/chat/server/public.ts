export { maxEmojiPerMessage, messageChanged, messageReaction } from '../contract/changes.ts';
export { channelNameMaxLength, maxGroupPeople } from '../contract/channels.ts';
export { type ReadState, readStateChanged } from '../contract/personal.ts';
export { type ThreadState, threadStateChanged } from '../contract/threads.ts';
export { pairOf } from './access/direct.ts';
export { getChannel } from './access/find.ts';
export { countsAsIn, readersAmong, readsChannel } from './access/readers.ts';
export { announceToTeam, findSystemUser, findTeamChannel } from './announce.ts';
export { type MessageDeleted, messageDeleted } from './changing/delete.ts';
export { channelHandover } from './channels/handover.ts';
export { type MembersChanged, membersChanged } from './channels/members/announce.ts';
export { checkDatastore } from './checkDatastore.ts';
export { type Which, workOnChanges } from './following/cursors.ts';
export { type Following, headOf, keepFollowing } from './following/wake.ts';
export {
  announceImported,
  importChannels,
  importDirect,
  importMembers,
} from './importing/channels.ts';
export type { ImportHooks } from './importing/importHooks.ts';
export type { ImportedMessage } from './importing/messages/importedMessage.ts';
export { importMessages } from './importing/messages/messages.ts';
export { importQuietly } from './importing/messages/quietly.ts';
export { importReads } from './importing/reads.ts';
export { forgetRemoved, lockImported, removeImported } from './importing/remove.ts';
export { mentionsIn, presenceMentions } from './mentions/mentions.ts';
export { withOwn } from './messages/own.ts';
export { messageColumns, type StoredMessage, toMessage } from './messages/rows.ts';
export type { ChatParts } from './parts.ts';
export { attachmentsOf, isBlank, type UnsentMessage, validateUnsent } from './personal/unsent.ts';
export { validateReason } from './posting/insertMessage.ts';
export { assertQuotable } from './posting/postMessage.ts';
export { startInSql } from './readState/start.ts';
export type { ChannelType, ChatTables } from './tables.ts';
export { messageUploads } from './uploadUse.ts';
export { isSecret } from './writing/activity.ts';
