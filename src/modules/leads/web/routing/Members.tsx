import { X } from 'lucide-react';
import { Avatar } from '../../../../platform/web/ui/Avatar.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { Switch } from '../../../../platform/web/ui/Switch.tsx';
import { useCurrentUser } from '../../../access/web/public.ts';
import type { LeadRouting } from '../../contract/settings.ts';
import type { Choices } from '../../contract.ts';
import { useAccepting } from './useAccepting.ts';
import type { RoutingFormState } from './useRoutingForm.ts';

interface Props {
  desk: LeadRouting;
  form: RoutingFormState;
  choices: Choices;
}

/** Who takes leads in turn, who of them pauses, and how many each has got lately. */
export function Members({ desk, form, choices }: Props) {
  const { memberIds } = form.values;
  const outside = choices.staff.filter(
    ({ id, stores }) => stores.includes(desk.store) && !memberIds.includes(id),
  );
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="pb-2 text-sm font-medium text-text">Who takes turns</legend>
      {memberIds.length === 0 && (
        <p className="text-sm text-muted">Nobody does. New leads wait until somebody takes them.</p>
      )}
      <ul aria-label="Who takes turns" className="divide-y divide-border">
        {memberIds.map((id) => (
          <Member key={id} id={id} desk={desk} form={form} choices={choices} />
        ))}
      </ul>
      {form.errors.memberIds && <p className="text-xs text-danger">{form.errors.memberIds}</p>}
      {desk.mayChange && outside.length > 0 && (
        <SelectField
          label="Add somebody"
          labelHidden
          placeholder="Add somebody..."
          options={outside.map(({ id, name }) => ({ value: String(id), label: name }))}
          value=""
          onChange={(event) => form.set({ memberIds: [...memberIds, Number(event.target.value)] })}
        />
      )}
    </fieldset>
  );
}

function Member({ id, desk, form, choices }: Props & { id: number }) {
  const me = useCurrentUser();
  const { mutate } = useAccepting(({ version }) => form.setVersion(version));
  const member = desk.members.find((one) => one.id === id);
  const name = member?.name ?? choices.staff.find((one) => one.id === id)?.name ?? '';
  return (
    <li className="flex min-h-11 items-center gap-3 py-1">
      <Avatar name={name} size="sm" />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-base text-text">{name}</span>
        <span className="block text-xs text-muted">
          {member ? `${member.received} in 30 days` : 'Not saved yet'}
        </span>
      </span>
      {member && (
        <Switch
          label={`${name} accepts leads`}
          labelHidden
          checked={member.accepts}
          disabled={!desk.mayChange && id !== me?.id}
          onCheckedChange={(accepts) => mutate({ store: desk.store, userId: id, accepts })}
        />
      )}
      {desk.mayChange && (
        <IconButton
          icon={X}
          label={`Take ${name} out of the turns`}
          size="sm"
          onClick={() => form.set({ memberIds: form.values.memberIds.filter((one) => one !== id) })}
        />
      )}
    </li>
  );
}
