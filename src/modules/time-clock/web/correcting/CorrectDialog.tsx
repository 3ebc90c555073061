import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Plus, Trash2, Undo2 } from 'lucide-react';
import { type SubmitEvent, useId, useState } from 'react';
import { v7 as uuid } from 'uuid';
import { stores as allStores, type Store } from '../../../../platform/contract/access.ts';
import { weekdayDay } from '../../../../platform/contract/calendar.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { instantOf, wallTimeAt } from '../../../../platform/contract/wallTime.ts';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { usePageGuard } from '../../../../platform/web/forms/usePageGuard.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { useLeaveGuard } from '../../../../platform/web/ui/LeaveGuard.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { type Change, correctHours, reasonMaxLength } from '../../contract/corrections.ts';
import type { Sheet, SheetDay, SheetPerson, SheetPunch } from '../../contract/sheets.ts';
import { getClock, kindNames, type PunchKind, punchKinds } from '../../contract.ts';

interface Props {
  sheet: Sheet;
  day: SheetDay;
  onClose: () => void;
}

/** Corrects a day: managers directly, employees by request. */
export function CorrectDialog({ sheet, day, onClose }: Props) {
  const formId = useId();
  const form = useCorrection(sheet, day, onClose);
  const isDirty = form.changes.length > 0 || form.reason !== '';
  const guard = useLeaveGuard(isDirty, onClose);
  usePageGuard(isDirty, guard.leaveTo);
  const corrects = sheet.may.correct;
  return (
    <Dialog
      open
      onOpenChange={(next) => next || guard.leave()}
      dismissable={!isDirty}
      title={`${corrects ? 'Correct' : 'Request a correction for'} ${weekdayDay(day.date)}`}
      description={
        corrects
          ? 'The original punches stay in the history, and the employee is notified.'
          : 'Your manager decides. The original punches stay in the history.'
      }
      footer={
        <>
          <Button onClick={guard.leave}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={form.changes.length === 0 || !form.reason.trim()}
            pending={form.isPending}
            pendingLabel={corrects ? 'Saving…' : 'Sending…'}
          >
            {corrects ? 'Save correction' : 'Send request'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        {form.errorText && (
          <Notice tone="danger" live>
            {form.errorText}
          </Notice>
        )}
        {form.asksToAdjust && (
          <Checkbox
            label="Pay the difference in the next pay period"
            checked={form.adjust}
            onCheckedChange={form.setAdjust}
          />
        )}
        {form.edits.length === 0 ? (
          <p className="text-base text-muted">No punches on this day.</p>
        ) : (
          <ul aria-label="Punches" className="flex flex-col gap-2">
            {form.edits.map((edit) => (
              <EditRow
                key={edit.key}
                edit={edit}
                stores={form.stores}
                onChange={(change) => form.change(edit.key, change)}
                onDrop={() => form.drop(edit.key)}
              />
            ))}
          </ul>
        )}
        <Button className="self-start" size="sm" onClick={form.add}>
          <Plus aria-hidden="true" />
          Add punch
        </Button>
        <TextArea
          label="Reason"
          required
          rows={2}
          maxLength={reasonMaxLength}
          placeholder="What happened"
          value={form.reason}
          onChange={(event) => form.setReason(event.target.value)}
        />
      </form>
      {guard.dialog}
    </Dialog>
  );
}

function useCorrection({ person, rules, punches, may }: Sheet, day: SheetDay, onClose: () => void) {
  const client = useQueryClient();
  const [clientId] = useState(() => uuid());
  const [reason, setReason] = useState('');
  const [adjust, setAdjust] = useState(false);
  const stores = storesOf(person);
  const [edits, setEdits] = useState<Edit[]>(() =>
    punches
      .filter(({ at, voidedBy }) => voidedBy === null && at >= day.startAt && at < day.endAt)
      .map((punch) => editOf(punch, rules.timezone)),
  );
  const changes = areTimes(edits) ? changesOf(edits, rules.timezone) : [];
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () =>
      call(correctHours, {
        body: { clientId, userId: person.id, reason: reason.trim(), changes, adjust },
      }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: queryKeyFor(getClock) });
      toast({ title: may.correct ? 'Correction saved' : 'Request sent' });
      onClose();
    },
  });
  const edit = (next: (edits: Edit[]) => Edit[]) => {
    setEdits(next);
    reset();
  };
  return {
    edits,
    stores,
    changes,
    reason,
    setReason,
    isPending,
    adjust,
    setAdjust,
    // The hours are locked: only a manager can have the difference paid later.
    asksToAdjust: adjust || (error instanceof ApiError && error.fields?.adjust !== undefined),
    errorText: error && sentenceOf(error, 'Couldn’t save the correction. Try again.'),
    change: (key: string, change: Partial<Edit>) =>
      edit((all) => all.map((item) => (item.key === key ? { ...item, ...change } : item))),
    drop: (key: string) => edit((all) => all.filter((item) => item.key !== key)),
    add: () =>
      edit((all) => [
        ...all,
        {
          key: uuid(),
          punch: null,
          ...likelyNext(all, day.date),
          // As on most days: where the day’s other hours were.
          store: all.find(({ store }) => store !== null)?.store ?? onlyOne(stores),
          removed: false,
        },
      ]),
    submit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      if (!isPending && changes.length > 0 && reason.trim()) mutate();
    },
  };
}

/** The most likely missing punch: a clock-out after a clock-in, at usual times. */
function likelyNext(edits: readonly Edit[], date: string): Pick<Edit, 'kind' | 'wallTime'> {
  const last = edits.filter(({ removed }) => !removed).at(-1)?.kind;
  const isOut = last === undefined || last === 'clock_out';
  return {
    kind: isOut ? 'clock_in' : 'clock_out',
    wallTime: `${date}T${isOut ? '08:00' : '17:00'}:00`,
  };
}

const options = punchKinds.map((value) => ({ value, label: kindNames[value] }));

/** Where the person works: with one store or none there is nothing to choose. */
const storesOf = ({ stores: granted }: SheetPerson): readonly Store[] =>
  granted.includes('all') ? allStores : allStores.filter((store) => granted.includes(store));

const onlyOne = (stores: readonly Store[]): Store | null =>
  stores.length === 1 ? (stores[0] ?? null) : null;

interface EditRowProps {
  edit: Edit;
  stores: readonly Store[];
  onChange: (change: Partial<Edit>) => void;
  /** Removes a punch that was added in this dialog. */
  onDrop: () => void;
}

/** One punch of the day: its time, and whether it is removed. */
function EditRow({ edit, stores, onChange, onDrop }: EditRowProps) {
  const { punch, kind, wallTime, store, removed } = edit;
  const name = kindNames[kind];
  const asksStore = stores.length > 1 && kind === 'clock_in';
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 max-sm:pb-2 sm:grid-cols-[minmax(0,9rem)_minmax(0,1fr)_auto]">
      {punch ? (
        <span
          className={clsx(
            'text-base max-sm:col-span-2',
            removed ? 'text-muted line-through' : 'text-text',
          )}
        >
          {name}
        </span>
      ) : (
        <SelectField
          label="Kind of punch"
          labelHidden
          className="max-sm:col-span-2"
          options={options}
          value={kind}
          onChange={(event) => onChange({ kind: event.target.value as PunchKind })}
        />
      )}
      <TextField
        label={`Time of ${name}`}
        labelHidden
        type="datetime-local"
        step={1}
        required
        disabled={removed}
        value={wallTime}
        onChange={(event) => onChange({ wallTime: event.target.value })}
      />
      <IconButton
        label={removed ? `Restore ${name}` : `Remove ${name}`}
        icon={removed ? Undo2 : Trash2}
        onClick={() => (punch ? onChange({ removed: !removed }) : onDrop())}
      />
      {asksStore && (
        <SelectField
          label={`Store of ${name}`}
          labelHidden
          className="col-span-2"
          disabled={removed}
          placeholder={store === null ? 'Choose a store' : undefined}
          options={stores.map((value) => ({ value, label: storeNames[value] }))}
          value={store ?? ''}
          onChange={({ target }) => onChange({ store: target.value as Store })}
        />
      )}
    </li>
  );
}

/** A punch in the form; `wallTime` is local time in the group time zone: `2026-11-20T08:02:17`. */
interface Edit {
  key: string;
  punch: SheetPunch | null;
  kind: PunchKind;
  wallTime: string;
  /** Of a clock-in: where the work takes place. */
  store: Store | null;
  removed: boolean;
}

function editOf(punch: SheetPunch, timezone: string): Edit {
  const wallTime = wallTimeAt(timezone, Date.parse(punch.at));
  const { id, kind, store } = punch;
  return { key: String(id), punch, kind, wallTime, store, removed: false };
}

/** Browsers omit zero seconds. */
const withSeconds = (wallTime: string) => (wallTime.length === 16 ? `${wallTime}:00` : wallTime);

/** Whether every time in the form is valid. */
const areTimes = (edits: readonly Edit[]): boolean =>
  edits.every(({ wallTime, removed }) => removed || !Number.isNaN(Date.parse(`${wallTime}Z`)));

/** The changes in the form; untouched punches keep their milliseconds. */
function changesOf(edits: readonly Edit[], timezone: string): Change[] {
  return edits.flatMap(({ punch, kind, wallTime, store, removed }): Change[] => {
    const place = kind === 'clock_in' && store !== null ? { store } : {};
    if (!punch) {
      if (removed) return [];
      const at = new Date(instantOf(timezone, wallTime)).toISOString();
      return [{ act: 'add', kind, at, ...place }];
    }
    if (removed) return [{ act: 'void', punchId: punch.id }];
    const isMoved = withSeconds(wallTime) !== wallTimeAt(timezone, Date.parse(punch.at));
    if (!isMoved && store === punch.store) return [];
    const at = isMoved ? new Date(instantOf(timezone, wallTime)).toISOString() : punch.at;
    return [{ act: 'move', punchId: punch.id, at, ...place }];
  });
}
