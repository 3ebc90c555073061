import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { departments, stores } from '../../../../platform/contract/access.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { readFilters } from '../../../../platform/web/records/filters.ts';
import { refreshRecords } from '../../../../platform/web/records/useRecordList.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { hoursChanged } from '../../../time-clock/contract.ts';
import { scheduleChanged } from '../../contract/events.ts';
import { listOffers } from '../../contract/offers.ts';
import { getMySchedule, getWeek, listPlaces, type Place } from '../../contract/week.ts';

/** The key of all queries of this module. */
export const queries = 'schedules';
/** What they follow. */
export const events = [scheduleChanged, hoursChanged] as const;

export const usePlaces = () => useQuery(queryOptionsFor(listPlaces));

export const useMySchedule = () => useQuery({ ...queryOptionsFor(getMySchedule), staleTime: 0 });

export const useOffers = () => useQuery({ ...queryOptionsFor(listOffers), staleTime: 0 });

/** The store and department of the address, or the first the user sees in which people work. */
export function usePlace(places: readonly Place[]): Place | undefined {
  const { query } = useAddress();
  const { oneOf } = readFilters(query);
  const store = oneOf('store', stores);
  const department = oneOf('department', departments);
  const ofStore = places.filter((place) => store === undefined || place.store === store);
  return (
    ofStore.find((place) => place.department === department) ??
    ofStore.find((place) => place.hasPeople) ??
    ofStore[0] ??
    places[0]
  );
}

export function useWeek({ store, department }: Place) {
  const { query } = useAddress();
  const week = query.get('week') ?? undefined;
  const isDate = week !== undefined && /^20\d\d-\d\d-\d\d$/.test(week);
  return useQuery({
    ...queryOptionsFor(getWeek, {
      query: { store, department, week: isDate ? week : undefined },
    }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

export function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => refreshRecords(client, queries);
}
