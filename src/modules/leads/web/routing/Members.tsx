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
  routing: LeadRouting;
  form: RoutingFormState;
  choices: Choices;
}

/** The members of the rotation, whether each accepts leads, and their recent leads. */
export function Members({ routing, form, choices }: Props) {
  const { memberIds } = form.values;
  const candidates = choices.staff.filter(
    ({ id, stores }) => stores.includes(routing.store) && !memberIds.includes(id),
  );
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="pb-2 text-sm font-medium text-text">Rotation members</legend>
      {memberIds.length === 0 && (
        <p className="text-sm text-muted">
          No members yet. New leads stay unassigned until someone claims them.
        </p>
      )}
      <ul aria-label="Rotation members" className="divide-y divide-border">
        {memberIds.map((id) => (
          <Member key={id} id={id} routing={routing} form={form} choices={choices} />
        ))}
      </ul>
      {form.errors.memberIds && <p className="text-xs text-danger">{form.errors.memberIds}</p>}
      {routing.mayChange && candidates.length > 0 && (
        <SelectField
          label="Add member"
          labelHidden
          placeholder="Add member…"
          options={candidates.map(({ id, name }) => ({ value: String(id), label: name }))}
          value=""
          onChange={(event) => form.set('memberIds', [...memberIds, Number(event.target.value)])}
        />
      )}
    </fieldset>
  );
}

function Member({ id, routing, form, choices }: Props & { id: number }) {
  const me = useCurrentUser();
  const { mutate } = useAccepting();
  const member = routing.members.find((one) => one.id === id);
  const name = member?.name ?? choices.staff.find((one) => one.id === id)?.name ?? '';
  return (
    <li className="flex min-h-11 items-center gap-3 py-1">
      <Avatar name={name} size="sm" />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-base text-text">{name}</span>
        <span className="block text-xs text-muted">
          {member ? `Leads in the last 30 days: ${member.received}` : 'New'}
        </span>
      </span>
      {member && (
        <Switch
          label={`${name} accepts leads`}
          labelHidden
          checked={member.accepts}
          disabled={!routing.mayChange && id !== me?.id}
          onCheckedChange={(accepts) => mutate({ store: routing.store, userId: id, accepts })}
        />
      )}
      {routing.mayChange && (
        <IconButton
          icon={X}
          label={`Remove ${name} from the rotation`}
          size="sm"
          onClick={() =>
            form.set(
              'memberIds',
              form.values.memberIds.filter((one) => one !== id),
            )
          }
        />
      )}
    </li>
  );
}
