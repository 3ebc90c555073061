import type { RequestPart } from '../contract.ts';
import type { EventAct } from './tables.ts';

/** A change of a request. */
export interface Step {
  before: RequestPart | null;
  after: RequestPart;
  act: EventAct;
}
