import { useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { type Choices, getChoices } from '../contract/finding.ts';

const noChoices: Choices = {
  stores: [],
  owners: [],
  tags: [],
  may: { create: false, export: false, merge: false, import: false },
};

/** Options and permissions; empty until loaded. */
export const useChoices = (): Choices => useQuery(queryOptionsFor(getChoices)).data ?? noChoices;
