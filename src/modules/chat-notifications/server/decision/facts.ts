import type { Status } from '../../../people/contract.ts';
import type { ChannelLevel, ChatSettings } from '../../contract.ts';

/** The person's current preferences. */
export type Preferences = Pick<
  ChatSettings,
  | 'all'
  | 'mentions'
  | 'threads'
  | 'keywords'
  | 'schedule'
  | 'pausedUntil'
  | 'quietOffShift'
  | 'sound'
> & {
  isMuted: boolean;
  /** The level of this channel; null: default. */
  level: ChannelLevel | null;
};

/** How a message concerns a person. For an edited message only what is new counts. */
export interface Concern {
  /** False: an edit, which notifies only newly mentioned people. */
  isNew: boolean;
  place: 'direct' | 'group' | 'channel';
  /** False: only in its thread. */
  inTimeline: boolean;
  /** Mentioned by username. */
  isNamed: boolean;
  /** Mentioned via @here or @on-duty. */
  isCalled: boolean;
  /** Mentioned via @channel. */
  callsChannel: boolean;
  followsThread: boolean;
  hasKeyword: boolean;
}

/** All facts that decide whether and how a person is notified of a message. */
export interface Facts extends Concern {
  isAuthor: boolean;
  isDeleted: boolean;
  canRead: boolean;
  /** False for a public channel they can read but have not joined. */
  isIn: boolean;
  preferences: Preferences;
  status: { value: Status; until: Date | null };
  /** By the time clock; null: unknown. */
  onShift: boolean | null;
  /** Outside their published shifts, and until when; null: not, or they are not scheduled. */
  offShift: { until: Date | null } | null;
  /** Set if the sender marked it as urgent. */
  urgent: { reason: string } | null;
  /** The conversation is on screen on one of their devices. */
  isViewing: boolean;
  hasRead: boolean;
  /** Too old to interrupt anyone. */
  isLate: boolean;
  now: Date;
}
