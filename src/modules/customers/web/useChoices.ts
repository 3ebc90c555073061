import { useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { useTimezone } from '../../../platform/web/time/zone.ts';
import { defaultTimezone } from '../../organization/contract.ts';
import { type Choices, getChoices } from '../contract/finding.ts';

const nothing: Choices = {
  stores: [],
  owners: [],
  tags: [],
  may: { create: false, export: false, merge: false, import: false },
  timezone: defaultTimezone,
};

/** What the person may choose from and do; nothing until it is known. */
export function useChoices(): Choices {
  const { data } = useQuery(queryOptionsFor(getChoices));
  const timezone = useTimezone();
  return { ...(data ?? nothing), timezone };
}
