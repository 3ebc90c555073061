import { clsx } from 'clsx';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { type Store, stores } from '../../../../../platform/contract/access.ts';
import { storeNames } from '../../../../../platform/contract/names.ts';
import {
  DataCell,
  DataHeading,
  DataRow,
  DataRows,
  DataTable,
} from '../../../../../platform/web/ui/DataTable.tsx';
import { EmptyState } from '../../../../../platform/web/ui/EmptyState.tsx';
import { controlClasses } from '../../../../../platform/web/ui/Field.tsx';
import { StoreMark } from '../../../../../platform/web/ui/StoreMark.tsx';
import type { Description } from '../../../contract/report.ts';
import type { useTargets } from './useTargets.ts';
import { cellOf, type Targeted, type TargetList, typedOf } from './values.ts';

interface Props {
  formId: string;
  reports: readonly Description[];
  list: TargetList;
  targets: ReturnType<typeof useTargets>;
}

/** Measures in rows, stores in columns; the arrow keys move within a store. */
export function TargetGrid({ formId, reports, list, targets }: Props) {
  const { measures, settable } = list;
  const shown = stores.filter(
    (store) => settable.includes(store) || list.targets.some((one) => one.store === store),
  );
  const form = useRef<HTMLFormElement>(null);
  const [attempt, setAttempt] = useState(0);
  const save = (event: FormEvent) => {
    event.preventDefault();
    targets.save();
    setAttempt(attempt + 1);
  };
  useEffect(() => {
    if (attempt === 0 || targets.isSaving) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempt, targets.isSaving]);
  if (measures.length === 0 || shown.length === 0)
    return <EmptyState title="No measures can have targets" />;
  return (
    <form ref={form} id={formId} noValidate onSubmit={save} onKeyDown={stepByKey}>
      <DataTable
        label="Targets by store"
        style={{ '--stores': shown.length } as React.CSSProperties}
        className="text-sm"
      >
        <DataRows>
          <DataRow className={clsx(row, 'items-center')}>
            <DataHeading className="text-xs font-medium text-muted max-sm:sr-only">
              Measure
            </DataHeading>
            {shown.map((store) => (
              <DataHeading key={store} className="font-medium text-text">
                <StoreMark store={store} />
              </DataHeading>
            ))}
          </DataRow>
        </DataRows>
        <DataRows>
          {measures.map((one, at) => (
            <DataRow key={`${one.report} ${one.measure.id}`} className={clsx(row, 'items-end')}>
              <DataCell role="rowheader" className="text-text max-sm:col-span-full sm:self-center">
                {measures[at - 1]?.report !== one.report && (
                  <span className="block text-xs text-muted">
                    {reports.find(({ id }) => id === one.report)?.title}
                  </span>
                )}
                {one.measure.label}
              </DataCell>
              {shown.map((store) => (
                <DataCell key={store}>
                  <Field
                    one={one}
                    store={store}
                    list={list}
                    targets={targets}
                    disabled={!settable.includes(store)}
                  />
                </DataCell>
              ))}
            </DataRow>
          ))}
        </DataRows>
      </DataTable>
    </form>
  );
}

/** On a phone the measure is above its fields, so that all stores fit. */
const row =
  'grid gap-x-2 py-1 max-sm:gap-y-1 grid-cols-[repeat(var(--stores),minmax(0,1fr))] sm:grid-cols-[8rem_repeat(var(--stores),minmax(0,1fr))]';

interface FieldProps extends Pick<Props, 'list' | 'targets'> {
  one: Targeted;
  store: Store;
  disabled: boolean;
}

function Field({ one, store, list, targets, disabled }: FieldProps) {
  const errorId = useId();
  const { report, measure } = one;
  const key = cellOf(store, { report, measure: measure.id });
  const known = list.targets.find(
    (each) => each.store === store && each.report === report && each.measure === measure.id,
  );
  const original = typedOf(measure.unit, known?.value);
  const error = targets.errors[key];
  return (
    <>
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        data-store={store}
        aria-label={`${measure.label}, ${storeNames[store]}${measure.unit === 'cents' ? ', in dollars' : ''}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        disabled={disabled}
        placeholder={measure.unit === 'cents' ? '$' : ''}
        value={targets.typed[key] ?? original}
        onChange={({ target }) => targets.change(key, target.value, original)}
        className={clsx(controlClasses, 'h-row px-2.5 text-right tabular-nums')}
      />
      {error && (
        <p id={errorId} role="alert" className="pt-1 text-xs text-danger">
          {error}
        </p>
      )}
    </>
  );
}

function stepByKey(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const { target, currentTarget } = event;
  if (!step || !(target instanceof HTMLInputElement)) return;
  const column = [
    ...currentTarget.querySelectorAll<HTMLInputElement>(
      `input[data-store="${target.dataset.store}"]:enabled`,
    ),
  ];
  const next = column[column.indexOf(target) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.select();
}
