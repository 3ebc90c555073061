import type { QueryClient } from '@tanstack/react-query';
import { refreshRecords } from '../../../../platform/web/records/useRecordList.ts';

/** The keys of all queries of vehicles. */
export const queries = ['vehicles', 'fleet'] as const;

/** Refetches everything shown of vehicles. */
export async function refreshVehicles(client: QueryClient): Promise<void> {
  await Promise.all(queries.map((name) => refreshRecords(client, name)));
}
