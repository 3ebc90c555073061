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

/** The shares of a note; changes take effect immediately. */
export function useShares(noteId: string) {
  const params = { noteId };
  const client = useQueryClient();
  const { data, isError } = useQuery({ ...queryOptionsFor(listShares, { params }), staleTime: 0 });

  const set = async (next: readonly Omit<NoteShare, 'person'>[]) => {
    const shares = next.map(({ userId, department, store, canEdit }) => ({
      ...{ userId, department, store, canEdit },
    }));
    try {
      const saved = await call(setShares, { params, body: { shares } });
      client.setQueryData(queryKeyFor(listShares, { params }), saved);
      void client.invalidateQueries({ queryKey: notesKey });
    } catch (error) {
      const description = sentenceOf(error);
      toast({ title: 'Couldn’t update sharing', description, variant: 'destructive' });
    }
  };

  const shares = data ?? [];
  return {
    ...{ shares, isError },
    isLoading: !data && !isError,
    add: (audience: Audience) => set([...shares, { ...audience, canEdit: false }]),
    remove: (audience: Audience) => set(shares.filter((share) => keyOf(share) !== keyOf(audience))),
    setCanEdit: (audience: Audience, canEdit: boolean) =>
      set(
        shares.map((share) => (keyOf(share) === keyOf(audience) ? { ...share, canEdit } : share)),
      ),
  };
}
