import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { hundredthsOf, typedHundredths } from '../../../../platform/web/format/amounts.ts';
import { RecordSheet } from '../../../../platform/web/forms/RecordSheet.tsx';
import {
  checkedBy,
  type Errors,
  useRecordForm,
} from '../../../../platform/web/forms/useRecordForm.ts';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import type { Work, WorkLine } from '../../contract/order.ts';
import { listMyWork, saveMyLine } from '../../contract.ts';
import { hoursOf } from '../state/labels.ts';
import { refreshOrders } from '../state/useOrders.ts';

interface Props {
  work: Work;
  line: WorkLine;
  onClose: () => void;
}

interface Values {
  cause: string;
  correction: string;
  hoursActual: string;
}

const wrongHours: Errors = { hoursActual: 'Enter hours such as 1.5' };
const fieldNames = { cause: 'Cause', correction: 'Correction', hoursActual: 'Actual hours' };

/** What the technician found and did on a line, and how long it took. */
export default function LineSheet({ work, line, onClose }: Props) {
  const client = useQueryClient();
  const form = useRecordForm<Values, WorkLine>({
    noun: 'line',
    record: line,
    emptyValues: () => ({ cause: '', correction: '', hoursActual: '' }),
    valuesOf: ({ cause, correction, hoursActual }) => ({
      cause,
      correction,
      hoursActual: hoursActual === 0 ? '' : typedHundredths(hoursActual),
    }),
    resolver: checkedBy<Values>(({ hoursActual }) =>
      hundredthsOf(hoursActual, 2) === undefined ? wrongHours : {},
    ),
    async save({ cause, correction, hoursActual }, { version }) {
      const saved = await call(saveMyLine, {
        params: { lineId: line.id },
        body: {
          version,
          cause: cause.trim(),
          correction: correction.trim(),
          hoursActual: hundredthsOf(hoursActual, 2) ?? 0,
        },
      });
      return lineIn([saved], line);
    },
    async getLatest() {
      return lineIn(await call(listMyWork, { query: { scope: 'open' } }), line);
    },
    fieldNames,
    onSaved() {
      void refreshOrders(client);
      onClose();
    },
  });
  return (
    <RecordSheet
      form={form}
      title={`Line ${line.position} of ${work.number}`}
      description={line.complaint}
      saveLabel="Save line"
      needsEdit
      size="md"
      onClose={onClose}
    >
      <TextArea {...form.field('cause')} label="Cause" rows={3} maxLength={1_000} />
      <TextArea {...form.field('correction')} label="Correction" rows={4} maxLength={1_000} />
      <TextField
        {...form.field('hoursActual')}
        label="Actual hours"
        inputMode="decimal"
        autoComplete="off"
        hint={`Flagged ${hoursOf(line.hoursFlagged)}`}
      />
    </RecordSheet>
  );
}

/** The line among these orders; as it was if it is no longer there. */
const lineIn = (orders: readonly Work[], line: WorkLine): WorkLine =>
  orders.flatMap(({ lines }) => lines).find(({ id }) => id === line.id) ?? line;
