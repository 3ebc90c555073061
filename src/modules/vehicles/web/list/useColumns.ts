import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { type ColumnName, getColumns, setColumns } from '../../contract/columns.ts';
import { columns, defaultColumns } from './columns.tsx';

const key = queryKeyFor(getColumns);

/** The user's columns in standard order, saved on the server for all devices. */
export function useColumns(seesMoney: boolean, hasOneStore: boolean) {
  const client = useQueryClient();
  const { data, isPending } = useQuery(queryOptionsFor(getColumns));
  const saved = data?.columns;
  // The rows of the table depend on these lists.
  const { chosen, offered, shown } = useMemo(() => {
    const defaults = defaultColumns.filter((name) => name !== 'store' || !hasOneStore);
    const chosen: readonly ColumnName[] = saved ?? defaults;
    const offered = columns.filter(({ isMoney }) => seesMoney || !isMoney);
    return { chosen, offered, shown: offered.filter(({ name }) => chosen.includes(name)) };
  }, [saved, seesMoney, hasOneStore]);
  const { mutate } = useMutation({
    mutationFn: (names: ColumnName[]) => call(setColumns, { body: { columns: names } }),
    onMutate: (names) => client.setQueryData(key, { columns: names }),
    onError: (error) => {
      void client.invalidateQueries({ queryKey: key });
      toastFailure(error, 'Couldn’t save columns');
    },
  });
  return {
    isPending,
    offered,
    shown,
    toggle: (name: ColumnName) =>
      mutate(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]),
  };
}
