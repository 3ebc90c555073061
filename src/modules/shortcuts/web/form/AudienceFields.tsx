import type { RecordForm } from '../../../../platform/web/forms/useRecordForm.ts';
import { CheckGroup } from '../../../../platform/web/ui/CheckGroup.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { audienceLists } from './audience.ts';
import type { Values } from './values.ts';

const levels = [
  { value: 'all', label: 'All users' },
  { value: 'some', label: 'Only certain roles, departments or stores' },
];

/** Who sees the shortcut. */
export function AudienceFields({ form }: { form: RecordForm<Values> }) {
  const { values } = form;
  return (
    <>
      <SelectField
        label="Access level"
        options={levels}
        value={values.isGlobal ? 'all' : 'some'}
        onChange={(event) => form.set('isGlobal', event.target.value === 'all')}
      />
      {!values.isGlobal && (
        <div className="flex flex-col gap-4 border-l border-border pl-4">
          <p className="text-sm text-muted">
            Shown to people who match every list with a selection. Administrators always see it.
          </p>
          {audienceLists.map(({ name, label, options }, at) => (
            <CheckGroup
              key={name}
              label={label}
              error={at === 0 ? form.errorOf('roles') : undefined}
              options={options}
              isChecked={(value) => listOf(values, name).includes(value)}
              // With the roles, where the error about all lists is shown.
              onToggle={(value) =>
                form.change({ roles: values.roles, [name]: toggled(listOf(values, name), value) })
              }
            />
          ))}
        </div>
      )}
    </>
  );
}

type ListName = (typeof audienceLists)[number]['name'];

const listOf = (values: Values, name: ListName): readonly string[] => values[name];

const toggled = (list: readonly string[], value: string) =>
  list.includes(value) ? list.filter((item) => item !== value) : [...list, value];
