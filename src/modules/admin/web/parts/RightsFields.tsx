import { CheckGroup } from '../../../../platform/web/ui/CheckGroup.tsx';
import { type Actor, grantLock } from '../rules/allowance.ts';
import { options } from '../rules/labels.ts';
import { holds, type Kind, type Rights, toggleRight } from '../rules/rights.ts';

interface Props {
  rights: Rights;
  actor: Actor;
  onChange: (rights: Rights, switched: string) => void;
  errors?: Partial<Record<keyof Rights, string>> | undefined;
  disabled?: boolean | undefined;
}

/** Stores, pages and features; dependent values are checked together. */
export function RightsFields({ rights, actor, onChange, errors = {}, disabled }: Props) {
  const group = (kind: Kind) => ({
    isChecked: (value: string) => holds(rights, kind, value),
    onToggle: (value: string) => onChange(toggleRight(rights, kind, value), value),
    disabled,
  });
  const lockable = (kind: Kind, list: readonly { value: string; label: string }[]) =>
    list.map((option) => ({
      ...option,
      // A permission the actor lacks can still be removed from others.
      locked: holds(rights, kind, option.value) ? undefined : grantLock(actor, kind, option.value),
    }));
  return (
    <>
      <CheckGroup
        label="Stores"
        options={lockable('store', options.store)}
        error={errors.storeAccess}
        {...group('store')}
      />
      <CheckGroup
        label="Page permissions"
        options={lockable('page', options.page)}
        error={errors.pagePermissions}
        {...group('page')}
      />
      {holds(rights, 'page', 'admin_panel') && (
        <CheckGroup
          label="Admin sub-permissions"
          className="border-l-2 border-border pl-3"
          options={lockable('page', options.admin)}
          {...group('page')}
        />
      )}
      <CheckGroup
        label="Feature permissions"
        options={lockable('feature', options.feature)}
        error={errors.featurePermissions}
        {...group('feature')}
      />
    </>
  );
}
