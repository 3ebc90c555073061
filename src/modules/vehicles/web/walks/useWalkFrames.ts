import type { QueryClient } from '@tanstack/react-query';
import { useLiveQueries } from '../../../../platform/web/realtime/useLiveQueries.ts';
import { walkChanged } from '../../contract/lot/walks.ts';

const walksKey = ['api', 'fleet', 'walks'];

/** Asks again for whatever is shown of walks. */
export const refreshWalks = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: walksKey });

/** Keeps what is shown true while others walk the same lot, also over a lost connection. */
export function useWalkFrames(): void {
  useLiveQueries([walksKey], [walkChanged]);
}
