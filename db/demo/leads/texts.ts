import type { LostReason } from '../../../src/modules/leads/contract/status.ts';

export const interests: readonly string[] = [
  'Is it still available?',
  'What would the payment be over 60 months?',
  'Can I see it on Saturday morning?',
  'Does it have the tow package?',
  'Would you take my old one in trade?',
  'Please text me, I am at work until five.',
  'Looking for something with a third row.',
  'What is the out-the-door price?',
  '',
  '',
];

export const notes: readonly string[] = [
  'Talked about colors and the trade.',
  'Wants numbers by tonight.',
  'Sent photos and the window sticker.',
  'Asked to be called again after six.',
  '',
  '',
];

export const lostReasons: readonly LostReason[] = [
  'bought_elsewhere',
  'bought_elsewhere',
  'price',
  'price',
  'credit',
  'not_in_stock',
  'not_buying',
  'not_buying',
  'other',
];
