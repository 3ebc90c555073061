import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Store } from '../../../../platform/contract/access.ts';
import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import type { DealPage } from '../../contract/deal.ts';
import { type Choices, getDeal, saveDeal, writeDeal } from '../../contract.ts';
import { refreshDeals } from '../useDeals.ts';
import { bodyOf } from './body.ts';
import type { Values } from './values.ts';

export interface SaveOptions {
  choices: Choices;
  /** Absent for a new one. */
  deal: DealPage | undefined;
  customer: Values['customer'];
  onClose: () => void;
  onSaved: ((saved: DealPage) => void) | undefined;
}

interface Typed {
  values: Values;
  /** Of the deal as it was when it was typed over. */
  version: number;
}

interface Heard {
  /** Somebody else saved meanwhile. */
  onNewer: (newer: DealPage) => void;
  onRefused: (error: Error) => void;
}

/** Sends what was typed, the same new deal only once. */
export function useSaveDeal(given: SaveOptions, { onNewer, onRefused }: Heard) {
  const { choices, deal, onClose, onSaved } = given;
  const client = useQueryClient();
  const clientId = useRef(crypto.randomUUID());
  return useMutation({
    mutationFn: ({ values, version }: Typed) => {
      const body = bodyOf(values, choices);
      if (deal) {
        const params = { dealId: deal.id };
        return call(saveDeal, { params, body: { version, ...body } });
      }
      const store = values.store as Store;
      const number = values.number.trim() && { number: values.number.trim() };
      return call(writeDeal, { body: { clientId: clientId.current, store, ...number, ...body } });
    },
    onSuccess: (saved) => {
      client.setQueryData(queryKeyFor(getDeal, { params: { dealId: saved.id } }), saved);
      void refreshDeals(client);
      onClose();
      onSaved?.(saved);
    },
    onError: async (error, { version }) => {
      const isOld = error instanceof ApiError && error.status === 409 && !error.fields;
      const params = { dealId: deal?.id ?? 0 };
      const now = isOld && deal && (await call(getDeal, { params }).catch(() => undefined));
      // A 409 may as well be about the car: only another version is somebody else's save.
      if (now && now.version > version) onNewer(now);
      else onRefused(error);
    },
  });
}
