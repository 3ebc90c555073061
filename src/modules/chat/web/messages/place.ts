import { createContext, useContext } from 'react';
import type { Channel } from '../../contract/channels.ts';

/** Where a message is being read. */
export interface Place {
  /** Not known of a direct channel in which nothing was said yet. */
  channel: Channel | undefined;
  /** The thread that is being read; null in the channel's timeline and in lists over many channels. */
  threadId: string | null;
}

export const PlaceContext = createContext<Place>({ channel: undefined, threadId: null });

export const usePlace = () => useContext(PlaceContext);
