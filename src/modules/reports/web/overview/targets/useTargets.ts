import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Store } from '../../../../../platform/contract/access.ts';
import { sentenceOf } from '../../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { toast } from '../../../../../platform/web/ui/toast.ts';
import { listTargets, setTarget } from '../../../contract/plans.ts';
import { getOverview } from '../../../contract.ts';
import {
  cellOf,
  type Targeted,
  type TargetList,
  type Typed,
  targetOf,
  unsavedOf,
  wrongSentence,
} from './values.ts';

interface Cell extends Targeted {
  store: Store;
  key: string;
  typed: string;
}

/** The targets of a month, the edited fields, and their errors. */
export function useTargets(month: string) {
  const client = useQueryClient();
  const [typed, setTyped] = useState<Typed>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const query = { month };
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(listTargets, { query }),
    refetchOnMount: 'always',
  });
  const saving = useMutation({
    mutationFn: ({ list, sent }: { list: TargetList; sent: Typed }) =>
      saveAll(month, list, cellsOf(list, sent)),
    async onSuccess({ saved, failures }, { sent }) {
      await Promise.all([
        client.invalidateQueries({ queryKey: queryKeyFor(listTargets, { query }) }),
        client.invalidateQueries({ queryKey: queryKeyFor(getOverview) }),
      ]);
      setTyped((now) => unsavedOf(now, { sent, failures }));
      setErrors(failures);
      if (Object.keys(failures).length === 0)
        toast({ title: saved === 1 ? 'Target saved' : `${saved} targets saved` });
    },
  });
  return {
    data,
    error,
    retry: () => void refetch(),
    typed,
    errors,
    isDirty: Object.keys(typed).length > 0,
    isSaving: saving.isPending,
    change(key: string, text: string, original: string) {
      const { [key]: _, ...others } = typed;
      // Of what is being saved, the original is about to be another.
      const isSent = saving.isPending && saving.variables.sent[key] !== undefined;
      setTyped(text === original && !isSent ? others : { ...others, [key]: text });
      setErrors(({ [key]: __, ...rest }) => rest);
    },
    save() {
      if (!data || saving.isPending) return;
      const wrong = cellsOf(data, typed).filter(
        ({ measure, typed: text }) => targetOf(measure.unit, text) === undefined,
      );
      setErrors(Object.fromEntries(wrong.map(({ key, measure }) => [key, wrongSentence(measure)])));
      if (wrong.length === 0) saving.mutate({ list: data, sent: typed });
    },
  };
}

function cellsOf({ measures, settable }: TargetList, typed: Typed): Cell[] {
  const all = settable.flatMap((store) =>
    measures.map((one) => ({
      ...one,
      store,
      key: cellOf(store, { report: one.report, measure: one.measure.id }),
    })),
  );
  return all.flatMap((cell) => {
    const text = typed[cell.key];
    return text === undefined ? [] : [{ ...cell, typed: text }];
  });
}

/** Saved one by one: errors are shown at their field, the rest is saved. */
async function saveAll(month: string, { targets }: TargetList, cells: readonly Cell[]) {
  const failures: Record<string, string> = {};
  for (const { store, report, measure, key, typed } of cells) {
    const known = targets.find(
      (one) => one.store === store && one.report === report && one.measure === measure.id,
    );
    const value = targetOf(measure.unit, typed) ?? null;
    const body = { store, month, report, measure: measure.id, value, version: known?.version ?? 0 };
    try {
      await call(setTarget, { body });
    } catch (error) {
      // Shown at its own field; the other targets are still saved.
      failures[key] = sentenceOf(error);
    }
  }
  return { saved: cells.length - Object.keys(failures).length, failures };
}
