import type { QueryClient } from '@tanstack/react-query';
import { useLiveQueries } from '../../../../platform/web/realtime/useLiveQueries.ts';
import { walkChanged } from '../../contract/lot/walks.ts';

const walksKey = ['api', 'fleet', 'walks'];

/** Refetches everything shown of lot walks. */
export const refreshWalks = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: walksKey });

/** Refetches when someone changes a walk, and after a reconnect. */
export function useWalkEvents(): void {
  useLiveQueries([walksKey], [walkChanged]);
}
