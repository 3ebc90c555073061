import * as z from 'zod/mini';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { utcInstant } from '../../platform/contract/fields.ts';
import { clientEvent, serverEvent } from '../../platform/contract/socket.ts';
import { findTimeZone } from '../../platform/contract/wallTime.ts';
import { channelId, messageId } from '../chat/contract.ts';

export const maxKeywords = 50;
export const keywordMaxLength = 60;
const maxChannels = 1_000;
export const longestPauseDays = 31;

/** The notification level of one channel; overrides the defaults. */
export const channelLevels = ['all', 'mentions', 'nothing'] as const;
export type ChannelLevel = (typeof channelLevels)[number];

const clockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time as HH:MM'));
const timezone = z
  .string()
  .check(z.maxLength(64), z.refine(isTimeZone, 'Must be the name of a time zone'));

/** Offsets are rejected: they have no daylight saving time. */
function isTimeZone(name: string): boolean {
  return /^[A-Za-z]/.test(name) && findTimeZone(name) !== null;
}

/** Quiet hours: no notifications from `start` until `end`, which may be on the next day. */
const schedule = z.strictObject({
  enabled: z.boolean(),
  start: clockTime,
  end: clockTime,
  timezone,
});
export type QuietSchedule = z.output<typeof schedule>;

const keyword = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(keywordMaxLength, 'A keyword must be at most 60 characters long.'),
  );

const fields = {
  /** Every new message in the user's channels. */
  all: z.boolean(),
  /** Messages that mention the user or everyone. */
  mentions: z.boolean(),
  /** Replies in threads the user follows. */
  threads: z.boolean(),
  /** Messages that contain one of `keywordList`. */
  keywords: z.boolean(),
  keywordList: z
    .array(keyword)
    .check(z.maxLength(maxKeywords, 'There must be at most 50 keywords.')),
  /** Only mentions of the user notify from these. */
  mutedChannels: z.array(channelId).check(z.maxLength(maxChannels)),
  channelLevels: z.record(channelId, z.enum(channelLevels)),
  schedule,
  /** Notifications are paused until then; null: not paused. */
  pausedUntil: z.nullable(utcInstant),
  /** No interruptions outside the user’s published shifts. */
  quietOffShift: z.boolean(),
  sound: z.boolean(),
};

export const chatSettings = z.object({
  ...fields,
  /** Increases with every change; 0: never saved. */
  version: z.number(),
});
export type ChatSettings = z.output<typeof chatSettings>;

export const defaultSettings: ChatSettings = {
  all: true,
  mentions: true,
  threads: true,
  keywords: false,
  keywordList: [],
  mutedChannels: [],
  channelLevels: {},
  schedule: { enabled: false, start: '09:00', end: '17:00', timezone: 'America/Los_Angeles' },
  pausedUntil: null,
  quietOffShift: false,
  sound: true,
  version: 0,
};

export const getChatSettings = endpoint({
  method: 'GET',
  path: '/api/chat/settings',
  summary: 'Your chat notification settings',
  access: 'signedIn',
  reply: chatSettings,
});

export const saveChatSettings = endpoint({
  method: 'PUT',
  path: '/api/chat/settings',
  summary: 'Change your chat notification settings; omitted fields stay unchanged',
  access: 'signedIn',
  body: {
    all: z.optional(fields.all),
    mentions: z.optional(fields.mentions),
    threads: z.optional(fields.threads),
    keywords: z.optional(fields.keywords),
    keywordList: z.optional(fields.keywordList),
    mutedChannels: z.optional(fields.mutedChannels),
    channelLevels: z.optional(fields.channelLevels),
    schedule: z.optional(fields.schedule),
    pausedUntil: z.optional(fields.pausedUntil),
    quietOffShift: z.optional(fields.quietOffShift),
    sound: z.optional(fields.sound),
  },
  reply: chatSettings,
});
export type SettingsChange = Partial<Omit<ChatSettings, 'version'>>;

export const muteChannel = endpoint({
  method: 'PUT',
  path: '/api/chat/settings/muted/:channelId',
  summary: 'Mute or unmute a channel',
  access: 'signedIn',
  params: { channelId },
  body: { muted: z.boolean() },
  reply: chatSettings,
});

/** To the user's own sockets, after a change on any device. */
export const chatSettingsChanged = serverEvent('chat_settings_changed', chatSettings.shape);

/**
 * What a visible, focused tab shows of the chat; null: nothing. The wire name is older, and stays: tabs opened before an
 * update send it.
 */
export const viewing = clientEvent('looking', {
  channelId: z.nullable(channelId),
  threadId: z.nullable(messageId),
});
