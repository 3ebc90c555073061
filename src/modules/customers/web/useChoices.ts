import { useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { type Choices, getChoices } from '../contract/finding.ts';

const nothing: Choices = {
  stores: [],
  owners: [],
  tags: [],
  may: { create: false, export: false, merge: false, import: false },
};

/** What the person may choose from and do; nothing until it is known. */
export const useChoices = (): Choices => useQuery(queryOptionsFor(getChoices)).data ?? nothing;
