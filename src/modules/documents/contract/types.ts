import type { Cabinet } from './cabinets.ts';

/** What a document is, by its cabinet; the first names of a deal jacket follow its checklist. */
export const documentTypes = {
  deals: {
    buyers_order: 'Buyer’s order',
    retail_contract: 'Retail installment contract',
    lease: 'Lease agreement',
    credit_application: 'Credit application',
    privacy_notice: 'Privacy notice',
    photo_id: 'Photo ID',
    ofac_check: 'OFAC check',
    id_verification: 'Identity verification',
    odometer_disclosure: 'Odometer disclosure',
    title_application: 'Title application',
    title: 'Title or MCO',
    power_of_attorney: 'Power of attorney',
    buyers_guide: 'Buyers Guide',
    history_report: 'Vehicle history report',
    insurance: 'Proof of insurance',
    trade_title: 'Trade title',
    payoff: 'Payoff letter',
    lien_release: 'Lien release',
    product_contract: 'Product contract or waiver',
    menu: 'Signed menu',
    risk_notice: 'Risk-based pricing notice',
    adverse_action: 'Adverse action notice',
    we_owe: 'We-owe',
    form_8300: 'Form 8300',
    delivery_checklist: 'Delivery checklist',
    registration: 'Registration',
    temporary_tag: 'Temporary tag',
    stipulation: 'Stipulation',
    bill_of_sale: 'Bill of sale',
    other: 'Other',
  },
  service: {
    repair_order: 'Signed repair order',
    estimate: 'Estimate',
    inspection: 'Inspection',
    warranty_claim: 'Warranty claim',
    sublet_invoice: 'Sublet invoice',
    rental_agreement: 'Rental agreement',
    other: 'Other',
  },
  parts: {
    invoice: 'Invoice',
    packing_slip: 'Packing slip',
    core_return: 'Core return',
    credit_memo: 'Credit memo',
    other: 'Other',
  },
  accounts_payable: {
    invoice: 'Invoice',
    statement: 'Statement',
    check: 'Check copy',
    tax_form: 'W-9',
    other: 'Other',
  },
  policies: { policy: 'Policy', form: 'Form', safety: 'Safety', other: 'Other' },
  hr: {
    offer: 'Offer letter',
    application: 'Application',
    i9: 'Form I-9',
    w4: 'Form W-4',
    license: 'License or certificate',
    review: 'Review',
    discipline: 'Disciplinary record',
    medical: 'Medical record',
    agreement: 'Signed agreement',
    other: 'Other',
  },
} as const satisfies Record<Cabinet, Record<string, string>>;

export const isTypeOf = (cabinet: Cabinet, type: string): boolean =>
  Object.hasOwn(documentTypes[cabinet], type);

export const typeName = (cabinet: Cabinet, type: string): string =>
  (documentTypes[cabinet] as Record<string, string>)[type] ?? 'Other';
