import { addDays } from '../../../src/platform/contract/wallTime.ts';
import { stream } from '../random.ts';
import type { Line, Page } from './pdf.ts';

type Store = 'ford' | 'hyundai' | 'chevrolet';

/** A deal as its papers name it. */
export interface PaperDeal {
  id: number;
  store: Store;
  number: string;
  customerId: number;
  customer: string;
  vehicle: string;
  vin: string | null;
  stockNumber: string;
  method: string;
  lender: string;
  /** In hundredths of a percent. */
  rate: number | null;
  months: number | null;
  priceCents: number;
  taxCents: number;
  feesCents: number;
  downCents: number;
  signedOn: string;
  deliveredOn: string | null;
  addedBy: number;
}

/** A repair order as its papers name it. */
export interface PaperOrder {
  id: number;
  store: Store;
  number: string;
  customerId: number;
  customer: string;
  vehicle: string;
  vin: string | null;
  miles: number | null;
  openedOn: string;
  closedOn: string;
  lines: string[];
  totalCents: number;
  addedBy: number;
}

export interface DemoDocument {
  store: Store | null;
  cabinet: 'deals' | 'service' | 'parts' | 'accounts_payable' | 'policies' | 'hr';
  type: string;
  title: string;
  fileName: string;
  date: string | null;
  amountCents: number | null;
  number: string;
  isFiled: boolean;
  addedBy: number;
  /** How many hours before the seeding it was added. */
  hoursAgo: number;
  links: { kind: 'deal' | 'repair_order' | 'customer' | 'employee'; id: number }[];
  pages: Page[];
}

const stores: Record<Store, string> = {
  ford: 'Larkfield Ford',
  hyundai: 'Larkfield Hyundai',
  chevrolet: 'Larkfield Chevrolet',
};

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const money = (cents: number): string => dollars.format(cents / 100);
const usDate = (day: string): string => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;

const aboutDeal = (deal: PaperDeal): Line[] => [
  ['Dealer', stores[deal.store]],
  ['Deal', `Deal ${deal.number}`],
  ['Date', usDate(deal.signedOn)],
  ['Buyer', deal.customer],
  ['Vehicle', deal.vehicle],
  ['VIN', deal.vin ?? 'not assigned'],
  ['Stock number', `Stock # ${deal.stockNumber}`],
  '',
];

function buyersOrder(deal: PaperDeal): Page[] {
  const total = deal.priceCents + deal.taxCents + deal.feesCents;
  return [
    {
      heading: 'Buyer’s order',
      lines: [
        ...aboutDeal(deal),
        ['Selling price', money(deal.priceCents)],
        ['Fees', money(deal.feesCents)],
        ['Sales tax', money(deal.taxCents)],
        ['Total', money(total)],
        ['Cash down', money(deal.downCents)],
        ['Balance due', money(total - deal.downCents)],
        '',
        'The buyer has read this order, agrees to it and has received a copy of it.',
        'Nothing that was said and is not written here is part of it.',
      ],
      signatures: ['Buyer', 'Co-buyer', 'Accepted by the dealer'],
    },
  ];
}

function retailContract(deal: PaperDeal): Page[] {
  const financed = deal.priceCents + deal.taxCents + deal.feesCents - deal.downCents;
  const months = deal.months ?? 72;
  const rate = (deal.rate ?? 690) / 10_000;
  const monthly = Math.round((financed * (rate / 12)) / (1 - (1 + rate / 12) ** -months));
  return [
    {
      heading: 'Retail installment sale contract',
      lines: [
        ...aboutDeal(deal),
        ['Assigned to', deal.lender || 'Larkfield Credit Union'],
        ['Amount financed', money(financed)],
        ['Annual percentage rate', `${(rate * 100).toFixed(2)} %`],
        ['Finance charge', money(monthly * months - financed)],
        ['Total of payments', money(monthly * months)],
        ['Payment schedule', `${months} payments of ${money(monthly)}`],
        ['First payment', usDate(addDays(deal.signedOn, 45))],
      ],
      signatures: ['Buyer', 'Co-buyer', 'Seller'],
    },
    {
      heading: 'Terms of the contract',
      lines: [
        'You may pay all or part of the unpaid balance early without a penalty.',
        'You give the seller a security interest in the vehicle described on the first page.',
        'You keep the vehicle insured until everything that is owed is paid.',
        'A payment that is more than ten days late costs a late charge of 5 % of it.',
        'Notice: any holder of this consumer credit contract is subject to all claims and defenses',
        'which the debtor could assert against the seller of goods or services.',
      ],
      signatures: ['Buyer', 'Co-buyer'],
    },
  ];
}

const insurance = (deal: PaperDeal, policy: string): Page[] => [
  {
    heading: 'Proof of insurance',
    lines: [
      ['Insured', deal.customer],
      ['Policy number', policy],
      ['Vehicle', deal.vehicle],
      ['VIN', deal.vin ?? ''],
      ['Effective', usDate(deal.signedOn)],
      ['Expires', usDate(addDays(deal.signedOn, 182))],
      ['Loss payee', deal.lender || 'None'],
    ],
  },
];

/** The papers of a delivered deal; every fourth still misses its proof of insurance. */
export function dealPapers(deal: PaperDeal, index: number): DemoDocument[] {
  const shared = {
    store: deal.store,
    cabinet: 'deals' as const,
    date: deal.signedOn,
    isFiled: true,
    addedBy: deal.addedBy,
    hoursAgo: 20 + index * 31,
    links: [
      { kind: 'deal' as const, id: deal.id },
      { kind: 'customer' as const, id: deal.customerId },
    ],
  };
  const policy = `LFM-${stream('insurance', deal.number).int(1_000_000, 9_999_999)}`;
  return [
    {
      ...shared,
      type: 'buyers_order',
      title: `Buyer’s order ${deal.number}`,
      fileName: `Buyers order ${deal.number}.pdf`,
      amountCents: deal.priceCents,
      number: deal.number,
      pages: buyersOrder(deal),
    },
    ...(deal.method === 'cash'
      ? []
      : [
          {
            ...shared,
            type: 'retail_contract',
            title: `Retail contract ${deal.number}`,
            fileName: `RISC ${deal.number}.pdf`,
            amountCents: null,
            number: '',
            pages: retailContract(deal),
          },
        ]),
    ...(index % 4 === 3
      ? []
      : [
          {
            ...shared,
            type: 'insurance',
            title: `Proof of insurance ${deal.number}`,
            fileName: 'Insurance card.pdf',
            amountCents: null,
            number: policy,
            pages: insurance(deal, policy),
          },
        ]),
  ];
}

/** A scan that waits in the inbox: its name says nothing, its text names the deal. */
export const inboxPaper = (deal: PaperDeal, index: number): DemoDocument => ({
  store: deal.store,
  cabinet: 'deals',
  type: 'other',
  title: `Scan ${String(index + 1).padStart(4, '0')}`,
  fileName: `Scan ${String(index + 1).padStart(4, '0')}.pdf`,
  date: null,
  amountCents: null,
  number: '',
  isFiled: false,
  addedBy: deal.addedBy,
  hoursAgo: 2 + index,
  links: [],
  pages: [
    {
      heading: 'Odometer disclosure statement',
      lines: [
        ...aboutDeal(deal),
        'I state that the odometer reading is, to the best of my knowledge, the actual mileage.',
      ],
      signatures: ['Transferor', 'Transferee'],
    },
  ],
});

/** The signed repair order. */
export const orderPaper = (order: PaperOrder, index: number): DemoDocument => ({
  store: order.store,
  cabinet: 'service',
  type: 'repair_order',
  title: `Signed RO ${order.number}`,
  fileName: `RO ${order.number}.pdf`,
  date: order.closedOn,
  amountCents: order.totalCents,
  number: order.number,
  isFiled: true,
  addedBy: order.addedBy,
  hoursAgo: 15 + index * 27,
  links: [
    { kind: 'repair_order', id: order.id },
    { kind: 'customer', id: order.customerId },
  ],
  pages: [
    {
      heading: 'Repair order',
      lines: [
        ['Store', stores[order.store]],
        ['Order', `RO ${order.number}`],
        ['Opened', usDate(order.openedOn)],
        ['Closed', usDate(order.closedOn)],
        ['Customer', order.customer],
        ['Vehicle', order.vehicle],
        ['VIN', order.vin ?? ''],
        ['Mileage', order.miles === null ? '' : order.miles.toLocaleString('en-US')],
        '',
        ...order.lines.map((line, at): Line => [`Line ${at + 1}`, line.slice(0, 60)]),
        '',
        ['Total', money(order.totalCents)],
      ],
      signatures: ['Customer', 'Advisor'],
    },
  ],
});

const suppliers = {
  parts: ['Midstate Parts Supply', 'OEM Parts Depot', 'Great Lakes Filters'],
  payables: ['Northside Detail Co.', 'Keystone Sign & Print', 'Riverbend Towing'],
};

interface Office {
  store: Store;
  addedBy: number;
  today: string;
}

/** Invoices of suppliers: parts in their own cabinet, everything else in accounts payable. */
export function invoicePapers({ store, addedBy, today }: Office): DemoDocument[] {
  return (['parts', 'payables'] as const).flatMap((kind) =>
    suppliers[kind].slice(0, 2).map((supplier, index): DemoDocument => {
      const random = stream(`invoice/${store}/${kind}`, index);
      const number = `${kind === 'parts' ? 'PI' : 'AP'}-${random.int(20_000, 89_999)}`;
      const cents = random.int(8_000, 240_000);
      const date = addDays(today, -random.int(3, 40));
      return {
        store,
        cabinet: kind === 'parts' ? 'parts' : 'accounts_payable',
        type: 'invoice',
        title: `Invoice of ${supplier}`,
        fileName: `${number}.pdf`,
        date,
        amountCents: cents,
        number,
        isFiled: true,
        addedBy,
        hoursAgo: 30 + index * 50,
        links: [],
        pages: [
          {
            heading: 'Invoice',
            lines: [
              ['From', supplier],
              ['To', stores[store]],
              ['Invoice number', number],
              ['Date', usDate(date)],
              ['Terms', 'Net 30'],
              '',
              [kind === 'parts' ? 'Parts as ordered' : 'Services as ordered', money(cents)],
              ['Total', money(cents)],
            ],
          },
        ],
      };
    }),
  );
}

const policies: { title: string; type: string; text: string[] }[] = [
  {
    title: 'Red flags: identity theft prevention',
    type: 'policy',
    text: [
      'Compare the photo, the signature and the address of every buyer with the application.',
      'A fraud alert on a credit report is cleared by a manager before the vehicle is delivered.',
      'Call the number on the report, never one that the buyer gives.',
    ],
  },
  {
    title: 'Privacy and customer data',
    type: 'policy',
    text: [
      'Customer data stays in the systems of the group. Nothing is sent from a private phone.',
      'Papers with a Social Security number are locked away or shredded on the same day.',
    ],
  },
  {
    title: 'Hazard communication and spill plan',
    type: 'safety',
    text: [
      'Every container in the shop has a label. Safety data sheets are at the parts counter.',
      'A spill is contained with the absorbent from the red cabinet, and reported at once.',
    ],
  },
];

/** Policies of the whole group, and the spill plan of each store. */
export function policyPapers(addedBy: number, today: string): DemoDocument[] {
  const [group, local] = [policies.slice(0, 2), policies.slice(2)];
  const paperOf = (
    { title, type, text }: (typeof policies)[number],
    store: Store | null,
  ): DemoDocument => ({
    store,
    cabinet: 'policies',
    type,
    title,
    fileName: `${title.replace(/:/g, '')}.pdf`,
    date: addDays(today, -200),
    amountCents: null,
    number: '',
    isFiled: true,
    addedBy,
    hoursAgo: 24 * 90,
    links: [],
    pages: [
      {
        heading: title,
        lines: [['Applies to', store ? stores[store] : 'Larkfield Auto Group'], '', ...text],
      },
    ],
  });
  return [
    ...group.map((policy) => paperOf(policy, null)),
    ...local.flatMap((policy) =>
      (['ford', 'hyundai', 'chevrolet'] as const).map((store) => paperOf(policy, store)),
    ),
  ];
}

/** The offer letter of an employee. */
export const hirePaper = (
  { id, name, store }: { id: number; name: string; store: Store },
  addedBy: number,
  today: string,
): DemoDocument => ({
  store,
  cabinet: 'hr',
  type: 'offer',
  title: `Offer letter, ${name}`,
  fileName: 'Offer letter.pdf',
  date: addDays(today, -400),
  amountCents: null,
  number: '',
  isFiled: true,
  addedBy,
  hoursAgo: 24 * 60,
  links: [{ kind: 'employee', id }],
  pages: [
    {
      heading: 'Offer of employment',
      lines: [
        ['Employee', name],
        ['Employer', stores[store]],
        '',
        'We are glad to offer you this position. It starts on the first Monday of the month.',
      ],
      signatures: ['Employee', 'For the employer'],
    },
  ],
});
