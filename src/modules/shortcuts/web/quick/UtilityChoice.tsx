import { clsx } from 'clsx';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { maximumReached, maxUtilities, type UtilityId } from '../../contract/preferences.ts';
import { MoveMenu } from '../order/MoveMenu.tsx';
import { useArranging } from '../order/useArranging.ts';
import { useDragRow } from '../order/useDragRow.ts';
import { type Utility, utilityOf } from './utilities.ts';

interface Props {
  usable: readonly Utility[];
  selected: readonly UtilityId[];
  onChange: (selected: UtilityId[]) => void;
}

/** The selected utilities in order, then the others. */
export function UtilityChoice({ usable, selected, onChange }: Props) {
  const nameOf = (id: UtilityId) => utilityOf(id)?.label ?? id;
  const arranging = useArranging(selected, nameOf, onChange);
  const isFull = selected.length >= maxUtilities;
  const toggle = (id: UtilityId) => {
    const next = toggled(selected, id);
    if (next) onChange(next);
    else toast(maximumReached);
  };
  const chosen = selected.map(utilityOf).filter((utility) => utility !== undefined);
  const others = usable.filter(({ id }) => !selected.includes(id));
  return (
    <>
      <p className="mb-2 text-sm text-muted tabular-nums">
        {`${selected.length} of ${maxUtilities} selected`}
      </p>
      <ul className="flex flex-col">
        {chosen.map((utility) => (
          <ChosenRow key={utility.id} utility={utility} arranging={arranging} toggle={toggle} />
        ))}
        {others.map((utility) => (
          <OtherRow
            key={utility.id}
            utility={utility}
            toggle={toggle}
            indented={chosen.length > 0}
            disabled={isFull}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {arranging.announcement}
      </p>
    </>
  );
}

const rowClasses = 'relative flex items-center gap-1 border-b border-border py-1.5 last:border-b-0';

interface ChosenProps {
  utility: Utility;
  arranging: ReturnType<typeof useArranging<UtilityId>>;
  toggle: (id: UtilityId) => void;
}

function ChosenRow({ utility: { id, label, description }, arranging, toggle }: ChosenProps) {
  const drag = useDragRow('quick-access', id, arranging.drop);
  return (
    <li ref={drag.ref} className={clsx(rowClasses, drag.classes)}>
      <MoveMenu
        label={label}
        first={arranging.isFirst(id)}
        last={arranging.isLast(id)}
        move={(way) => arranging.move(id, way)}
      />
      <Checkbox
        label={label}
        hint={description}
        checked
        onCheckedChange={() => toggle(id)}
        className="flex-1 py-1"
      />
    </li>
  );
}

interface OtherProps {
  utility: Utility;
  /** Aligned with the rows above, which have a handle. */
  indented: boolean;
  disabled: boolean;
  toggle: (id: UtilityId) => void;
}

function OtherRow({ utility: { id, label, description }, indented, disabled, toggle }: OtherProps) {
  return (
    // A disabled checkbox gets no clicks, so the row explains the limit.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the checkbox is the control
    <li className={clsx(rowClasses, indented && 'pl-10')} onClick={() => disabled && toggle(id)}>
      <Checkbox
        label={label}
        hint={description}
        checked={false}
        disabled={disabled}
        onCheckedChange={() => toggle(id)}
        className={clsx('flex-1 py-1', disabled && 'pointer-events-none')}
      />
    </li>
  );
}

/** The selection with this utility removed or appended; null at the maximum. */
export function toggled(selected: readonly UtilityId[], id: UtilityId): UtilityId[] | null {
  if (selected.includes(id)) return selected.filter((selectedId) => selectedId !== id);
  return selected.length < maxUtilities ? [...selected, id] : null;
}
