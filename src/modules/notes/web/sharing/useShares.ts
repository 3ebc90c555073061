import { useQuery, useQueryClient } from '@tanstack/react-query';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { listShares, type NoteShare, setShares } from '../../contract.ts';
import { notesKey } from '../notebook/notebookOf.ts';

/** One person, department or store. */
export type Audience = Pick<NoteShare, 'userId' | 'department' | 'store'>;

export const keyOf = ({ userId, department, store }: Audience): string =>
  `${userId}/${department}/${store}`;

/** Whom a note is shared with; every change holds at once. */
export function useShares(noteId: string) {
  const params = { noteId };
  const client = useQueryClient();
  const { data, isError } = useQuery({ ...queryOptionsFor(listShares, { params }), staleTime: 0 });

  const set = async (next: readonly Omit<NoteShare, 'person'>[]) => {
    const shares = next.map(({ userId, department, store, canEdit }) => ({
      ...{ userId, department, store, canEdit },
    }));
    try {
      const known = await call(setShares, { params, body: { shares } });
      client.setQueryData(queryKeyFor(listShares, { params }), known);
      void client.invalidateQueries({ queryKey: notesKey });
    } catch (error) {
      const description = sentenceOf(error);
      toast({ title: 'Sharing was not changed', description, variant: 'destructive' });
    }
  };

  const shares = data ?? [];
  return {
    ...{ shares, isError },
    isLoading: !data && !isError,
    add: (one: Audience) => set([...shares, { ...one, canEdit: false }]),
    remove: (one: Audience) => set(shares.filter((share) => keyOf(share) !== keyOf(one))),
    allow: (one: Audience, canEdit: boolean) =>
      set(shares.map((share) => (keyOf(share) === keyOf(one) ? { ...share, canEdit } : share))),
  };
}
