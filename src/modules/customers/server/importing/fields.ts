import type { ImportField } from '../../../imports/server/public.ts';

const field = (name: string, label: string, headings: readonly string[]): ImportField => ({
  ...{ name, label, headings },
});

/** Columns a customer file can have. */
export const customerFields: readonly ImportField[] = [
  field('kind', 'Person or business', ['kind', 'type', 'customertype']),
  field('firstName', 'First name', ['firstname', 'first', 'givenname', 'fname']),
  field('middleName', 'Middle name', ['middlename', 'middle', 'mi', 'middleinitial']),
  field('lastName', 'Last name', ['lastname', 'last', 'surname', 'familyname', 'lname']),
  field('suffix', 'Suffix', ['suffix']),
  field('company', 'Company', [
    ...['company', 'companyname', 'business', 'businessname', 'organization'],
  ]),
  field('mobile', 'Mobile phone', [
    ...['mobile', 'cell', 'cellphone', 'mobilephone'],
    ...['phone', 'phones', 'phonenumber', 'telephone'],
  ]),
  field('homePhone', 'Home phone', ['homephone', 'home', 'phonehome']),
  field('workPhone', 'Work phone', ['workphone', 'work', 'businessphone', 'phonework']),
  field('email', 'Email', ['email', 'emails', 'emailaddress', 'mail', 'email1']),
  field('email2', 'Second email', ['email2', 'secondemail', 'otheremail']),
  field('line1', 'Street', [
    ...['line1', 'address', 'address1', 'street', 'addressline1', 'streetaddress'],
  ]),
  field('line2', 'Apartment', ['line2', 'address2', 'addressline2', 'apartment', 'unit']),
  field('city', 'City', ['city', 'town']),
  field('state', 'State', ['state', 'province', 'st']),
  field('zip', 'ZIP', ['zip', 'zipcode', 'postalcode', 'postcode']),
  field('tags', 'Tags', ['tags', 'tag', 'labels']),
  field('preferredChannel', 'Preferred contact method', [
    'preferredchannel',
    'preferredcontact',
    'contactby',
  ]),
  field('preferredLanguage', 'Language', ['preferredlanguage', 'language']),
  field('doNotContact', 'Do not contact', ['donotcontact', 'dnc', 'optout']),
];
