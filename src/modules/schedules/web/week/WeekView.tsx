import { useMutation } from '@tanstack/react-query';
import { CalendarClock, Copy, Ellipsis, Plus, Send } from 'lucide-react';
import { Suspense, useState } from 'react';
import { daysText } from '../../../../platform/contract/calendar.ts';
import { departmentNames, storeNames } from '../../../../platform/contract/names.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../../platform/web/ui/Menu.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { addShifts, publishWeek, type Shift, saveShift } from '../../contract/shift.ts';
import type { Place, Week } from '../../contract/week.ts';
import { Steps } from '../parts/Steps.tsx';
import { placeText } from '../state/labels.ts';
import { lengthOf, type ShiftValues, toBody, valuesOf } from '../state/shiftForm.ts';
import { usePlace, useRefresh, useWeek } from '../state/useSchedules.ts';
import type { AddStart } from './AddDialog.tsx';
import { DayList } from './DayList.tsx';
import { toastAdded } from './toastAdded.ts';
import { type Target, WeekGrid } from './WeekGrid.tsx';

const dialog = { place: 'dialog' } as const;
const AddDialog = lazyPart(() => import('./AddDialog.tsx'), dialog);
const EditDialog = lazyPart(() => import('./EditDialog.tsx'), dialog);
const CopyDialog = lazyPart(() => import('./CopyDialog.tsx'), dialog);
const CoverageDialog = lazyPart(() => import('./CoverageDialog.tsx'), dialog);
const PlanDialog = lazyPart(() => import('./PlanDialog.tsx'), dialog);

/** The schedule of a department for a week: read by its people, edited by those who plan it. */
export default function WeekView({ places }: { places: readonly Place[] }) {
  const place = usePlace(places);
  if (!place) {
    return (
      <EmptyState
        title="No schedule"
        description="You see the schedule of the department and store you work in."
      />
    );
  }
  return <PlaceWeek place={place} places={places} />;
}

function PlaceWeek({ place, places }: { place: Place; places: readonly Place[] }) {
  const { data, error, isPlaceholderData, refetch } = useWeek(place);
  const { setQuery } = useAddress();
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        {data ? (
          <Steps
            unit="week"
            title={daysText(data.week.start, data.week.end)}
            isCurrent={data.days.includes(data.today)}
            currentLabel="This week"
            onStep={(step) =>
              setQuery({ week: step < 0 ? data.week.previous : data.week.next, day: null })
            }
            onCurrent={() => setQuery({ week: null, day: null })}
          />
        ) : (
          <Skeleton className="h-9 w-64" />
        )}
        <PlaceFields place={place} places={places} />
      </div>
      {!data && error && <NotLoaded what="the schedule" error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-96" />}
      {data && (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : undefined}>
          <Editor key={`${data.store} ${data.department}`} week={data} place={place} />
        </div>
      )}
    </div>
  );
}

function PlaceFields({ place, places }: { place: Place; places: readonly Place[] }) {
  const { setQuery } = useAddress();
  const stores = [...new Set(places.map(({ store }) => store))];
  const departments = places.filter(({ store }) => store === place.store);
  return (
    <div className="flex flex-wrap gap-2">
      {stores.length > 1 && (
        <SelectField
          label="Store"
          labelHidden
          className="w-36"
          options={stores.map((store) => ({ value: store, label: storeNames[store] }))}
          value={place.store}
          onChange={({ target }) => setQuery({ store: target.value, department: place.department })}
        />
      )}
      {departments.length > 1 && (
        <SelectField
          label="Department"
          labelHidden
          className="w-36"
          options={departments.map(({ department }) => ({
            value: department,
            label: departmentNames[department],
          }))}
          value={place.department}
          onChange={({ target }) => setQuery({ store: place.store, department: target.value })}
        />
      )}
    </div>
  );
}

const usualShift: ShiftValues = {
  start: '09:00',
  end: '17:00',
  breakMinutes: '30',
  role: '',
  note: '',
};

type Open =
  | { kind: 'add'; start: AddStart }
  | { kind: 'edit'; shiftId: number }
  | { kind: 'coverage'; date: string }
  | { kind: 'copy' | 'plan' };

function Editor({ week, place }: { week: Week; place: Place }) {
  const [open, setOpen] = useState<Open | null>(null);
  const { setPlace } = usePlacing(week);
  const close = () => setOpen(null);
  const add = (start: Partial<AddStart> = {}) =>
    setOpen({
      kind: 'add',
      start: { userIds: [], dates: [], values: suggested(week, start), ...start },
    });
  const edit = ({ shiftId }: Shift) => setOpen({ kind: 'edit', shiftId });
  const cover = (date: string) => setOpen({ kind: 'coverage', date });
  const edited =
    open?.kind === 'edit' ? week.shifts.find(({ shiftId }) => shiftId === open.shiftId) : undefined;
  const covered =
    open?.kind === 'coverage' ? week.coverage.find(({ date }) => date === open.date) : undefined;
  return (
    <div className="flex flex-col gap-4">
      {week.may.edit && (
        <Toolbar
          week={week}
          onAdd={() => add()}
          onCopy={() => setOpen({ kind: 'copy' })}
          onPlan={() => setOpen({ kind: 'plan' })}
        />
      )}
      {week.people.length === 0 ? (
        <EmptyState
          title="No one to schedule"
          description={`${placeText(place)} has no active employees.`}
        />
      ) : (
        <>
          <div className="@max-3xl:hidden">
            <WeekGrid
              week={week}
              onOpen={edit}
              onAdd={({ userId, date }) => add({ userIds: [userId], dates: [date] })}
              onPlace={setPlace}
              onCoverage={cover}
            />
            {week.may.edit && <Hint />}
          </div>
          <div className="@3xl:hidden">
            <DayList
              week={week}
              onOpen={edit}
              onAdd={(date) => add({ dates: [date] })}
              onCoverage={cover}
            />
          </div>
        </>
      )}
      <Suspense>
        {open?.kind === 'add' && <AddDialog week={week} start={open.start} onClose={close} />}
        {edited && (
          <EditDialog
            key={edited.shiftId}
            week={week}
            shift={edited}
            onDuplicate={() => add({ userIds: [edited.person.id], values: valuesOf(edited) })}
            onClose={close}
          />
        )}
        {open?.kind === 'copy' && <CopyDialog week={week} onClose={close} />}
        {open?.kind === 'plan' && <PlanDialog place={place} today={week.today} onClose={close} />}
        {covered && (
          <CoverageDialog
            day={covered}
            mayEdit={week.may.edit && covered.date >= week.today}
            onFill={(start, end) => add({ dates: [covered.date], values: filling(start, end) })}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  );
}

/** The opening hours of the day, if it is one that can be worked in a shift. */
function suggested({ coverage }: Week, { dates = [] }: Partial<AddStart>): ShiftValues {
  const { opens, closes } = coverage.find(({ date }) => date === dates[0]) ?? {};
  if (!opens || !closes || closes <= opens) return usualShift;
  const hours = Number(closes.slice(0, 2)) - Number(opens.slice(0, 2));
  return hours <= 9
    ? { ...usualShift, start: opens, end: closes }
    : { ...usualShift, start: opens };
}

/** A shift as long as a gap; a short one has no break. */
function filling(start: string, end: string): ShiftValues {
  const gap = { ...usualShift, start, end, breakMinutes: '0' };
  return (lengthOf(gap) ?? 0) < 6 * 60 ? gap : { ...usualShift, start, end };
}

function Hint() {
  return (
    <p className="pt-3 text-xs text-muted">
      Drag a shift to move it, with Alt to copy it. On the keyboard: arrow keys to go to a cell,
      Enter to open it, Shift and an arrow key to move a shift, with Ctrl as well to copy it.
    </p>
  );
}

/** Moves a shift to another person and day, or copies it there; says whether it was done. */
function usePlacing(week: Week) {
  const refresh = useRefresh();
  const { mutateAsync } = useMutation({
    mutationFn: async ({ shift, target, copy }: Placing): Promise<boolean> => {
      const facts = toBody(valuesOf(shift));
      if (!copy) {
        const body = { version: shift.version, ...target, ...facts };
        await call(saveShift, { params: { shiftId: shift.shiftId }, body });
        return true;
      }
      const { store, department } = week;
      const added = await call(addShifts, {
        body: {
          ...{ clientId: crypto.randomUUID(), store, department },
          userIds: [target.userId],
          dates: [target.date],
          ...facts,
        },
      });
      if (added.skipped.length > 0) toastAdded(added);
      return added.added > 0;
    },
    onError: (error) => toastFailure(error, 'Couldn’t save changes'),
    onSettled: refresh,
  });
  return {
    // A failure has its toast.
    setPlace: (shift: Shift, target: Target, copy: boolean) =>
      mutateAsync({ shift, target, copy }).catch(() => false),
  };
}

interface Placing {
  shift: Shift;
  target: Target;
  copy: boolean;
}

interface ToolbarProps {
  week: Week;
  onAdd: () => void;
  onCopy: () => void;
  onPlan: () => void;
}

function Toolbar({ week, onAdd, onCopy, onPlan }: ToolbarProps) {
  const isPast = (week.days.at(-1) ?? '') < week.today;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <PublishButton week={week} />
      <Button disabled={isPast} onClick={onAdd}>
        <Plus aria-hidden="true" />
        Add shifts
      </Button>
      <Button disabled={week.shifts.length === 0} onClick={onCopy} className="@max-3xl:hidden">
        <Copy aria-hidden="true" />
        Copy week
      </Button>
      <Button onClick={onPlan} className="@max-3xl:hidden">
        <CalendarClock aria-hidden="true" />
        Hours and coverage
      </Button>
      <span className="ml-auto @3xl:hidden">
        <Menu>
          <MenuTrigger asChild>
            <IconButton label="More actions" icon={Ellipsis} />
          </MenuTrigger>
          <MenuContent align="end">
            <MenuItem icon={Copy} disabled={week.shifts.length === 0} onSelect={onCopy}>
              Copy week
            </MenuItem>
            <MenuItem icon={CalendarClock} onSelect={onPlan}>
              Hours and coverage
            </MenuItem>
          </MenuContent>
        </Menu>
      </span>
    </div>
  );
}

function PublishButton({ week }: { week: Week }) {
  const { drafts, store, department } = week;
  const refresh = useRefresh();
  // A repeat on a bad connection publishes and notifies once.
  const [clientId, setClientId] = useState<string | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string) =>
      call(publishWeek, { body: { clientId: id, store, department, week: week.week.start } }),
    onSuccess: ({ published, people }) => {
      setClientId(null);
      toast({
        title: published === 1 ? '1 shift published' : `${published} shifts published`,
        description: people === 1 ? '1 person was notified.' : `${people} people were notified.`,
      });
    },
    onError: (error) => {
      setClientId(null);
      toastFailure(error, 'Couldn’t publish the week');
    },
    onSettled: refresh,
  });
  const what = drafts === 1 ? '1 draft' : `${drafts} drafts`;
  return (
    <>
      <Button
        variant="primary"
        disabled={drafts === 0}
        onClick={() => setClientId(crypto.randomUUID())}
      >
        <Send aria-hidden="true" />
        {drafts > 0 ? `Publish ${what}` : week.shifts.length > 0 ? 'Published' : 'Publish'}
      </Button>
      <ConfirmDialog
        open={clientId !== null}
        onOpenChange={(isOpen) => isOpen || setClientId(null)}
        title={`Publish ${what}?`}
        description={`Everyone with a new shift at ${placeText(week)} is notified once. Later changes notify only those concerned.`}
        confirmLabel="Publish"
        pending={isPending}
        onConfirm={() => clientId && mutate(clientId)}
      />
    </>
  );
}
