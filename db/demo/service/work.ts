import type { PayType } from '../../../src/modules/repair-orders/contract/order.ts';

/** What cars come for. Hours in hundredths; labor is priced by the store's rate. */
export interface Job {
  opCode: string;
  complaint: string;
  cause: string;
  correction: string;
  payType: PayType;
  hours: number;
  partsCents: number;
  /** How often, against the others. */
  weight: number;
}

const job = (
  [opCode, payType, weight, hours, parts]: [string, PayType, number, number, number],
  complaint: string,
  cause: string,
  correction: string,
): Job => ({
  opCode,
  payType,
  weight,
  hours,
  partsCents: parts * 100,
  complaint,
  cause,
  correction,
});

export const jobs: readonly Job[] = [
  job(
    ['LOF', 'customer', 22, 40, 46],
    'Oil change due',
    '',
    'Changed oil and filter, set the reminder',
  ),
  job(['ROT', 'customer', 12, 40, 0], 'Rotate tires', '', 'Rotated, pressures set, tread measured'),
  job(
    ['BRKF', 'customer', 8, 140, 212],
    'Front brakes squeal',
    'Pads at 2 mm',
    'Replaced pads, turned rotors, road tested',
  ),
  job(
    ['BATT', 'customer', 6, 50, 189],
    'Slow to start in the morning',
    'Battery fails the load test',
    'Replaced battery, cleaned terminals',
  ),
  job(
    ['ALGN', 'customer', 5, 120, 0],
    'Pulls to the right',
    'Toe out of specification',
    'Four-wheel alignment, road tested',
  ),
  job(
    ['TIRE4', 'customer', 5, 150, 684],
    'Needs four tires',
    'Tread at 3/32',
    'Mounted and balanced four tires',
  ),
  job(
    ['COOL', 'customer', 3, 110, 74],
    'Coolant flush due',
    '',
    'Flushed and filled, no leaks found',
  ),
  job(
    ['WIPR', 'customer', 4, 20, 38],
    'Wipers streak',
    'Blades worn',
    'Replaced blades, filled the washer',
  ),
  job(
    ['DIAG', 'customer', 6, 100, 0],
    'Check engine light is on',
    'P0456, small leak of the EVAP system',
    'Found the filler cap loose, cleared the code',
  ),
  job(
    ['W-SW', 'warranty', 8, 90, 0],
    'Screen goes black while driving',
    'Known software fault',
    'Updated the module to the latest release',
  ),
  job(
    ['W-SEAT', 'warranty', 4, 160, 248],
    'Seat motor clicks',
    'Gear stripped',
    'Replaced the seat motor',
  ),
  job(
    ['W-TRN', 'warranty', 4, 310, 415],
    'Harsh shift from second to third',
    'Valve body out of specification',
    'Replaced the valve body, learned the shifts anew',
  ),
  job(
    ['RECALL', 'warranty', 8, 70, 32],
    'Open recall',
    'Recall campaign',
    'Done as the bulletin says',
  ),
  job(
    ['PDI', 'internal', 8, 180, 12],
    'Pre-delivery inspection',
    '',
    'Inspected, fluids set, protective film removed',
  ),
  job(
    ['RECON', 'internal', 9, 320, 364],
    'Used car inspection and repair',
    'Wear of its age',
    'Made ready for the line as estimated',
  ),
  job(
    ['ACC', 'internal', 3, 120, 295],
    'Install the accessories that were sold',
    '',
    'Installed, checked with the buyer’s list',
  ),
];

export const declinable = ['BRKF', 'BATT', 'ALGN', 'TIRE4', 'COOL', 'WIPR'];
