import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { call } from '../../../../platform/web/api/call.ts';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { toastError } from '../../../../platform/web/ui/toastFailure.ts';
import { setTimezone, type Timezone, timezones } from '../../../organization/contract.ts';
import { groupZoneQuery, setGroupZone } from '../../../organization/web/public.ts';
import { Card } from '../parts/Card.tsx';

/** The time zone of the group. */
export function TimezoneCard() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(groupZoneQuery);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (timezone: Timezone) => call(setTimezone, { body: { timezone } }),
    onSuccess: ({ timezone }) => {
      setGroupZone(client, timezone);
      toast({
        title: 'Timezone Updated',
        description: 'System timezone has been updated successfully.',
      });
    },
    onError: (error) => toastError(error),
  });
  return (
    <Card
      icon={Clock}
      title="Platform Timezone Configuration"
      description="Every time is shown and entered in this time zone."
    >
      {data ? (
        <SelectField
          label="Platform timezone"
          options={timezones.map(({ value, label, abbreviation }) => ({
            value,
            label: `${label} (${abbreviation}), ${value.replace('_', ' ')}`,
          }))}
          value={isPending ? variables : data.timezone}
          onChange={({ target }) => !isPending && mutate(target.value as Timezone)}
        />
      ) : error ? (
        <NotLoaded isInline what="the time zone" error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-16" />
      )}
    </Card>
  );
}
