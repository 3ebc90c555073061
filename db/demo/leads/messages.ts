interface LeadFacts {
  externalId: string;
  firstName: string;
  lastName: string;
  phone: string;
  car: { year: number | null; make: string; model: string; trim: string };
  comments: string;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A lead as AutoFinder hands it in. */
export function adfOf({
  externalId,
  firstName,
  lastName,
  phone,
  car,
  comments,
}: LeadFacts): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<?adf version="1.0"?>
<adf>
  <prospect status="new">
    <id sequence="1" source="AutoFinder">${externalId}</id>
    <vehicle interest="buy">
      <year>${car.year ?? ''}</year>
      <make>${escaped(car.make)}</make>
      <model>${escaped(car.model)}</model>
      <trim>${escaped(car.trim)}</trim>
    </vehicle>
    <customer>
      <contact>
        <name part="first">${escaped(firstName)}</name>
        <name part="last">${escaped(lastName)}</name>
        <phone type="cellphone">${phone}</phone>
      </contact>
      <comments>${escaped(comments)}</comments>
    </customer>
    <provider><name part="full">AutoFinder</name></provider>
  </prospect>
</adf>
`;
}

/** What AutoFinder sent and nobody could take: so many days ago, why, and the words. */
export const refusedMessages = [
  {
    daysAgo: 2.2,
    problem: 'Prospect 1: the customer has neither a phone number nor an e-mail address.',
    raw: '<adf><prospect><id>AF-9001</id><customer><contact><name part="full">Kit</name></contact></customer></prospect></adf>',
  },
  {
    daysAgo: 9.4,
    problem: 'There is no ADF in this message.',
    raw: 'Your AutoFinder summary of the week: 14 views, 3 calls.',
  },
  {
    daysAgo: 16.7,
    problem:
      "Line 1: Expected closing tag 'prospect' (opened in line 1, col 6) instead of closing tag 'adf'.",
    raw: '<adf><prospect><id>AF-9002</id></adf>',
  },
];
