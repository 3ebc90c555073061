import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useRecordChange } from '../../../../platform/web/records/useRecordChange.ts';
import { refreshRecords } from '../../../../platform/web/records/useRecordList.ts';
import {
  type Applicant,
  getApplicant,
  getChoices,
  getPosition,
  listPositions,
  type Position,
  pageMaxSize,
  recruitingChanged,
} from '../../contract.ts';

export const queries = 'recruiting';
export const live = { queries, events: [recruitingChanged] };

export const useChoices = () => useQuery(queryOptionsFor(getChoices));

/** Open positions and those on hold, and also this one; undefined while loading. */
export function usePositions(positionId?: number): readonly Position[] | undefined {
  const query = { limit: pageMaxSize, offset: 0, q: '' };
  const { data } = useQuery(queryOptionsFor(listPositions, { query }));
  const isMissing = positionId !== undefined && data?.every(({ id }) => id !== positionId) === true;
  const { data: other } = useQuery({
    ...queryOptionsFor(getPosition, { params: { positionId: positionId ?? 0 } }),
    enabled: isMissing,
  });
  return data && isMissing && other ? [other, ...data] : data;
}

/** A change of an applicant by a button: shows the saved one at once, a failure as a toast. */
export const useApplicantChange = <Input>(
  applicantId: number,
  save: (input: Input) => Promise<Applicant>,
  onSaved?: () => void,
) =>
  useRecordChange({
    save,
    recordKey: queryKeyFor(getApplicant, { params: { applicantId } }),
    queries,
    failure: 'Couldn’t save',
    ...(onSaved && { onSaved }),
  });

/** Shows a saved applicant at once, and refetches the lists. */
export function useShowSaved(): (saved: Applicant) => void {
  const client = useQueryClient();
  return (saved) => {
    const key = queryKeyFor(getApplicant, { params: { applicantId: saved.id } });
    client.setQueryData(key, saved);
    void refreshRecords(client, queries);
  };
}
