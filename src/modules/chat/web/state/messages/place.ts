import { createContext, useContext } from 'react';
import type { Channel } from '../../../contract/channels.ts';

/** Where a message is shown. */
export interface Place {
  /** Undefined for an empty direct channel. */
  channel: Channel | undefined;
  /** The open thread; null in the channel's timeline and in lists across channels. */
  threadId: string | null;
}

export const PlaceContext = createContext<Place>({ channel: undefined, threadId: null });

export const usePlace = () => useContext(PlaceContext);
