import { clsx } from 'clsx';
import { type FormEvent, type KeyboardEvent, useId } from 'react';
import { type Store, stores } from '../../../../../platform/contract/access.ts';
import { storeNames } from '../../../../../platform/contract/names.ts';
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

/** Measures down, stores across; the arrow keys go up and down a store. */
export function TargetGrid({ formId, reports, list, targets }: Props) {
  const { measures, settable } = list;
  const shown = stores.filter(
    (store) => settable.includes(store) || list.targets.some((one) => one.store === store),
  );
  const save = (event: FormEvent) => {
    event.preventDefault();
    targets.save();
  };
  if (measures.length === 0 || shown.length === 0)
    return <EmptyState title="There is nothing you could set a target for" />;
  return (
    <form
      id={formId}
      noValidate
      onSubmit={save}
      onKeyDown={stepByKey}
      className="overflow-x-auto p-0.5"
    >
      <table className="w-full text-sm">
        <caption className="sr-only">Targets by store</caption>
        <thead>
          <tr>
            <th scope="col" className="py-1.5 text-left text-xs font-medium text-muted">
              Measure
            </th>
            {shown.map((store) => (
              <th key={store} scope="col" className="py-1.5 pl-2 text-left font-medium text-text">
                <StoreMark store={store} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {measures.map((one, at) => (
            <tr key={`${one.report} ${one.measure.id}`}>
              <th scope="row" className="py-1 pr-2 text-left font-normal text-text">
                {measures[at - 1]?.report !== one.report && (
                  <span className="block text-xs text-muted">
                    {reports.find(({ id }) => id === one.report)?.title}
                  </span>
                )}
                {one.measure.label}
              </th>
              {shown.map((store) => (
                <td key={store} className="min-w-28 py-1 pl-2 align-bottom">
                  <Field {...{ one, store, list, targets }} disabled={!settable.includes(store)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </form>
  );
}

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
