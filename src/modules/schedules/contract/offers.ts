import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { freeText, id, idParam, reference, time } from '../../../platform/contract/fields.ts';
import { shift } from './shift.ts';

export const offerStates = [
  'open',
  'taken',
  'approved',
  'declined',
  'withdrawn',
  'expired',
] as const;
export type OfferState = (typeof offerStates)[number];

/** A shift that someone wants another person to work. */
export const offer = z.object({
  offerId: z.number(),
  state: z.enum(offerStates),
  shift,
  from: reference,
  /** Null: everyone of the store and department. */
  to: z.nullable(reference),
  /** The shift taken in exchange. */
  wanted: z.nullable(shift),
  note: z.string(),
  createdAt: time,
  takenBy: z.nullable(reference),
  endedBy: z.nullable(reference),
  endedAt: z.nullable(time),
  reason: z.string(),
  may: z.object({
    take: z.boolean(),
    decline: z.boolean(),
    withdraw: z.boolean(),
    decide: z.boolean(),
  }),
});
export type Offer = z.output<typeof offer>;

export const listCandidates = endpoint({
  method: 'GET',
  path: '/api/schedules/shifts/:shiftId/candidates',
  summary: 'Who may take your shift, with their own shifts that you could take in exchange',
  access: 'signedIn',
  params: { shiftId: idParam },
  reply: z.array(z.object({ ...reference.shape, shifts: z.array(shift) })),
});

export const offerShift = endpoint({
  method: 'POST',
  path: '/api/schedules/shifts/:shiftId/offers',
  summary:
    'Offer your shift to one person or to everyone who may take it; repeating a clientId offers once',
  access: 'signedIn',
  params: { shiftId: idParam },
  body: {
    clientId: z.uuid(),
    /** Null: everyone of the store and department. */
    toUserId: z.nullable(id),
    /** A shift of that person, in exchange. */
    wantedShiftId: z.nullable(id),
    note: freeText(300),
  },
  refine: ({ toUserId, wantedShiftId }) =>
    wantedShiftId !== null && toUserId === null
      ? 'Choose whose shift you want in exchange.'
      : undefined,
  reply: offer,
  status: 201,
});

export const listOffers = endpoint({
  method: 'GET',
  path: '/api/schedules/offers',
  summary:
    'Shift swaps of the stores whose schedule you plan: those that are open, and the last 30 days',
  access: 'signedIn',
  reply: z.array(offer),
});

const params = { offerId: idParam };

export const takeOffer = endpoint({
  method: 'POST',
  path: '/api/schedules/offers/:offerId/take',
  summary: 'Take an offered shift; a manager has to approve it',
  access: 'signedIn',
  params,
  reply: offer,
});

export const declineOffer = endpoint({
  method: 'POST',
  path: '/api/schedules/offers/:offerId/decline',
  summary: 'Decline a shift that is offered to you only',
  access: 'signedIn',
  params,
  reply: offer,
});

export const withdrawOffer = endpoint({
  method: 'POST',
  path: '/api/schedules/offers/:offerId/withdraw',
  summary: 'Withdraw an offer of yours that is not approved yet',
  access: 'signedIn',
  params,
  reply: offer,
});

export const decideOffer = endpoint({
  method: 'POST',
  path: '/api/schedules/offers/:offerId/decision',
  summary: 'Approve or decline a swap; the shift changes hands when it is approved',
  access: 'signedIn',
  params,
  body: {
    approved: z.boolean(),
    reason: freeText(300),
  },
  refine: ({ approved, reason }) =>
    !approved && reason === '' ? 'Enter why you decline it.' : undefined,
  reply: offer,
});
