import type { Status } from '../../../../people/contract.ts';
import type { ChannelLevel, ChatSettings } from '../../../contract/settings.ts';

/** What the person has set, as of now. */
export type Preferences = Pick<
  ChatSettings,
  'all' | 'mentions' | 'threads' | 'keywords' | 'schedule' | 'pausedUntil' | 'sound'
> & {
  isMuted: boolean;
  /** Of this very channel; null: as everywhere. */
  level: ChannelLevel | null;
};

/** How a message concerns a person. Of an edited message only what is new about it counts. */
export interface Concern {
  /** False: it was told before, and is told again only to whom the edit has named. */
  isNew: boolean;
  place: 'direct' | 'group' | 'channel';
  /** False: it stays in its thread. */
  inTimeline: boolean;
  /** By their username. */
  isNamed: boolean;
  /** As somebody present or on duty. */
  isCalled: boolean;
  /** With everybody in the channel. */
  callsChannel: boolean;
  followsThread: boolean;
  hasKeyword: boolean;
}

/** All that decides whether and how one person is told of one message. */
export interface Facts extends Concern {
  isAuthor: boolean;
  isDeleted: boolean;
  canRead: boolean;
  /** False for a public channel they may read, but have not joined. */
  isIn: boolean;
  wishes: Preferences;
  status: { value: Status; until: Date | null };
  /** Null: nobody knows. */
  onShift: boolean | null;
  /** Its sender says it cannot wait, and why. */
  urgent: { reason: string } | null;
  /** The conversation is before their eyes on one of their devices. */
  isLooking: boolean;
  hasRead: boolean;
  /** Said so long ago that nobody is to be interrupted by it. */
  isLate: boolean;
  now: Date;
}
