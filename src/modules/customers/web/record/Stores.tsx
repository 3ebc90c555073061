import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Store } from '../../../../platform/contract/access.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { withCurrent } from '../../../../platform/web/records/withCurrent.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import type { Choices } from '../../contract/finding.ts';
import { type CustomerRecord, setOwner } from '../../contract/records.ts';
import { Section } from '../parts/Section.tsx';
import { agoOf } from '../state/labels.ts';
import { setCustomer } from '../state/useCustomers.ts';

interface Props {
  record: CustomerRecord;
  choices: Choices;
}

/** Stores of the customer, and who is assigned there. */
export function Stores({ record, choices }: Props) {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ store, ownerId }: { store: Store; ownerId: number | null }) =>
      call(setOwner, { params: { customerId: record.id, store }, body: { ownerId } }),
    onSuccess: (saved) => setCustomer(client, saved),
    onError: (error) => toastFailure(error, 'Couldn’t save changes'),
  });
  const known = record.stores.map(({ store }) => store);
  const others = choices.stores.filter((store) => !known.includes(store));
  const options = (store: Store) => [
    { value: '', label: 'Unassigned' },
    ...choices.owners
      .filter(({ stores }) => stores.includes(store))
      .map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  return (
    <Section title="Stores">
      <ul className="flex flex-col gap-3">
        {record.stores.map(({ store, owner, lastActivityAt }) => (
          <li
            key={store}
            className="grid grid-cols-[minmax(0,1fr)_11rem] items-center gap-3 text-sm"
          >
            <span>
              <StoreMark store={store} />
              <span className="block text-xs text-muted">
                {`Last activity ${agoOf(lastActivityAt)}`}
              </span>
            </span>
            {record.may.edit ? (
              <SelectField
                label={`Assigned at ${storeNames[store]}`}
                labelHidden
                options={withCurrent(options(store), owner)}
                value={String(owner?.id ?? '')}
                onChange={(event) => mutate({ store, ownerId: Number(event.target.value) || null })}
              />
            ) : (
              <span className="text-right">{owner?.name ?? 'Unassigned'}</span>
            )}
          </li>
        ))}
      </ul>
      {record.may.edit && others.length > 0 && (
        <div className="mt-2 -ml-2.5 flex flex-wrap">
          {others.map((store) => (
            <Button
              key={store}
              size="sm"
              variant="ghost"
              onClick={() => mutate({ store, ownerId: null })}
            >
              {`Share with ${storeNames[store]}`}
            </Button>
          ))}
        </div>
      )}
    </Section>
  );
}
