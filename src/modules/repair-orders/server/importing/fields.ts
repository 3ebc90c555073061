import { customerColumns } from '../../../customers/server/public.ts';
import type { ImportField } from '../../../imports/server/public.ts';

const field = (name: string, label: string, ...headings: string[]): ImportField => ({
  name,
  label,
  headings,
});
const cost = (name: string, label: string, ...headings: string[]): ImportField => ({
  ...field(name, label, ...headings),
  access: { feature: 'financial_reports' },
});

const orderColumns: readonly ImportField[] = [
  field(
    'number',
    'RO number',
    'ronumber',
    'ro',
    'rono',
    'repairorder',
    'repairordernumber',
    'number',
    'roid',
  ),
  field('store', 'Store', 'store', 'rooftop', 'dealership', 'location'),
  field(
    'openedAt',
    'Opened',
    'opened',
    'openedat',
    'opendate',
    'dateopened',
    'rodate',
    'date',
    'writtenon',
  ),
  field('promisedAt', 'Promised', 'promised', 'promisedat', 'promisedate', 'promisetime'),
  field('closedAt', 'Closed', 'closed', 'closedat', 'closedate', 'dateclosed', 'invoicedate'),
  field('status', 'Status', 'status', 'rostatus', 'state'),
  field('advisor', 'Advisor', 'advisor', 'serviceadvisor', 'writer', 'servicewriter', 'sa'),
  ...customerColumns,
  field('vehicle', 'Vehicle', 'vehicle', 'car', 'vehicledescription', 'unit'),
  field('year', 'Model year', 'year', 'modelyear', 'vehicleyear'),
  field('make', 'Make', 'make', 'vehiclemake'),
  field('model', 'Model', 'model', 'vehiclemodel'),
  field('vin', 'VIN', 'vin', 'vehiclevin', 'serialnumber'),
  field('milesIn', 'Miles in', 'milesin', 'mileagein', 'odometerin', 'mileage', 'odometer'),
  field('milesOut', 'Miles out', 'milesout', 'mileageout', 'odometerout'),
  field('note', 'Note', 'note', 'notes', 'comments', 'comment'),
];

const lineColumns: readonly ImportField[] = [
  field('payType', 'Pay type', 'paytype', 'pay', 'payer', 'linetype', 'labortype'),
  field('opCode', 'Op code', 'opcode', 'operation', 'operationcode', 'laborop'),
  field(
    'complaint',
    'Complaint',
    'complaint',
    'concern',
    'description',
    'linedescription',
    'opdescription',
  ),
  field('cause', 'Cause', 'cause'),
  field('correction', 'Correction', 'correction', 'workdone', 'story'),
  field('technician', 'Technician', 'technician', 'tech', 'mechanic', 'technicianname'),
  field(
    'hoursFlagged',
    'Hours flagged',
    'hoursflagged',
    'flaggedhours',
    'flaghours',
    'soldhours',
    'hours',
    'billedhours',
  ),
  field('hoursActual', 'Hours worked', 'hoursactual', 'actualhours', 'hoursworked', 'clockhours'),
  field('laborSale', 'Labor', 'laborsale', 'labor', 'laboramount', 'laborsaleamount'),
  field('partsSale', 'Parts', 'partssale', 'parts', 'partsamount', 'partssaleamount'),
  cost('laborCost', 'Labor cost', 'laborcost', 'costoflabor'),
  cost('partsCost', 'Parts cost', 'partscost', 'costofparts'),
  field('declined', 'Declined', 'declined', 'isdeclined'),
];

export const orderFields: readonly ImportField[] = [...orderColumns, ...lineColumns];
/** Columns that must agree across the rows of one order, which its number identifies. */
export const agreedFields = orderColumns
  .map(({ name }) => name)
  .filter((name) => name !== 'number');
export const lineFields = lineColumns.map(({ name }) => name);
