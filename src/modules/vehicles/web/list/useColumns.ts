import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { type ColumnName, getColumns, setColumns } from '../../contract/columns.ts';
import { columns, usualColumns } from './columns.tsx';

const key = queryKeyFor(getColumns);

/** The columns one sees, in their usual order; chosen once, they are the same on every device. */
export function useColumns(seesMoney: boolean, hasOneStore: boolean) {
  const client = useQueryClient();
  const { data, isPending } = useQuery(queryOptionsFor(getColumns));
  const usual = hasOneStore ? usualColumns.filter((name) => name !== 'store') : usualColumns;
  const chosen: readonly ColumnName[] = data?.columns ?? usual;
  const { mutate } = useMutation({
    mutationFn: (names: ColumnName[]) => call(setColumns, { body: { columns: names } }),
    onMutate: (names) => client.setQueryData(key, { columns: names }),
    onError: (error) => {
      void client.invalidateQueries({ queryKey: key });
      toast({ variant: 'destructive', title: 'Not saved', description: sentenceOf(error) });
    },
  });
  const offered = columns.filter(({ isMoney }) => seesMoney || !isMoney);
  return {
    isPending,
    offered,
    shown: offered.filter(({ name }) => chosen.includes(name)),
    toggle: (name: ColumnName) =>
      mutate(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]),
  };
}
