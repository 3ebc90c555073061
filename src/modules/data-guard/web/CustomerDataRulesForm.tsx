import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sentenceOf } from '../../../platform/web/api/ApiError.ts';
import { call } from '../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../platform/web/api/queryClient.ts';
import { Notice } from '../../../platform/web/ui/Notice.tsx';
import { NotLoaded } from '../../../platform/web/ui/NotLoaded.tsx';
import { SelectField } from '../../../platform/web/ui/SelectField.tsx';
import { Skeleton } from '../../../platform/web/ui/Skeleton.tsx';
import {
  type CustomerDataKind,
  type CustomerDataRules,
  changeCustomerDataRules,
  customerDataKinds,
  getCustomerDataRules,
  type Rule,
} from '../contract.ts';
import { useRulesQuery } from './useRules.ts';

const labels: Record<CustomerDataKind, string> = {
  ssn: 'Social security numbers',
  card: 'Payment card numbers',
  license: 'Driver’s license numbers',
  bank: 'Bank account and routing numbers',
};

const options = [
  { value: 'off', label: 'Allow' },
  { value: 'warn', label: 'Warn before sending' },
  { value: 'refuse', label: 'Block' },
];

/** Changes are saved immediately. */
export function CustomerDataRulesForm() {
  const client = useQueryClient();
  const { data: rules, error, refetch } = useRulesQuery();
  const save = useMutation({
    // In sequence, so that the last change wins: each saves all rules.
    scope: { id: 'customer-data-rules' },
    mutationFn: (body: CustomerDataRules) => call(changeCustomerDataRules, { body }),
    onSuccess: (saved) => client.setQueryData(queryKeyFor(getCustomerDataRules), saved),
  });
  const shown = save.isPending ? save.variables : rules;
  if (!shown)
    return error ? (
      <NotLoaded isInline what="rules" error={error} onRetry={refetch} />
    ) : (
      <RulesSkeleton />
    );
  return (
    <div className="flex flex-col gap-4">
      {save.isError && (
        <Notice tone="danger" live>
          {sentenceOf(save.error, 'Couldn’t save changes. Try again.')}
        </Notice>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {customerDataKinds.map((kind) => (
          <SelectField
            key={kind}
            label={labels[kind]}
            options={options}
            value={shown[kind]}
            onChange={({ target }) => save.mutate({ ...shown, [kind]: target.value as Rule })}
          />
        ))}
      </div>
      <p className="text-sm text-pretty text-muted">
        If someone sends such a number after a warning, the activity log records the type, but not
        the number.
      </p>
    </div>
  );
}

function RulesSkeleton() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {customerDataKinds.map((kind) => (
        <Skeleton key={kind} className="h-16" />
      ))}
    </div>
  );
}
