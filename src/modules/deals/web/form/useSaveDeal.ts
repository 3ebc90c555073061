import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Store } from '../../../../platform/contract/access.ts';
import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import type { DealPage } from '../../contract/deal.ts';
import { type Choices, createDeal, getDeal, saveDeal } from '../../contract.ts';
import { refreshDeals } from '../useDeals.ts';
import { bodyOf } from './body.ts';
import type { Values } from './values.ts';

export interface SaveOptions {
  choices: Choices;
  /** Absent for a new deal. */
  deal: DealPage | undefined;
  customer: Values['customer'];
  onClose: () => void;
  onSaved: ((saved: DealPage) => void) | undefined;
}

interface Submission {
  values: Values;
  /** Version the values are based on. */
  version: number;
}

interface Callbacks {
  /** Someone else saved the deal meanwhile. */
  onNewer: (newer: DealPage) => void;
  onRefused: (error: Error) => void;
}

/** Saves the form; a repeated create is the same deal. */
export function useSaveDeal(options: SaveOptions, { onNewer, onRefused }: Callbacks) {
  const { choices, deal, onClose, onSaved } = options;
  const client = useQueryClient();
  const clientId = useRef(crypto.randomUUID());
  return useMutation({
    mutationFn: ({ values, version }: Submission) => {
      const body = bodyOf(values, choices);
      if (deal) {
        const params = { dealId: deal.id };
        return call(saveDeal, { params, body: { version, ...body } });
      }
      const store = values.store as Store;
      const number = values.number.trim() && { number: values.number.trim() };
      return call(createDeal, { body: { clientId: clientId.current, store, ...number, ...body } });
    },
    onSuccess: (saved) => {
      client.setQueryData(queryKeyFor(getDeal, { params: { dealId: saved.id } }), saved);
      void refreshDeals(client);
      onClose();
      onSaved?.(saved);
    },
    onError: async (error, { version }) => {
      const isConflict = error instanceof ApiError && error.status === 409 && !error.fields;
      const params = { dealId: deal?.id ?? 0 };
      const latest = isConflict && deal && (await call(getDeal, { params }).catch(() => undefined));
      // A 409 can also concern the vehicle: only a newer version means someone else saved.
      if (latest && latest.version > version) onNewer(latest);
      else onRefused(error);
    },
  });
}
