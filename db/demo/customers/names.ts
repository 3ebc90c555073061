const wordList = (text: string) => text.trim().split(/\s+/);

export const firstNames = wordList(`
  James Mary Robert Patricia Michael Linda David Elizabeth William Barbara Richard Susan Joseph Jessica
  Thomas Sarah Christopher Karen Daniel Nancy Matthew Lisa Anthony Sandra Mark Ashley Steven Emily Paul
  Kimberly Andrew Donna Joshua Michelle Kenneth Carol Kevin Amanda Brian Melissa Timothy Deborah Ronald
  Stephanie Jason Rebecca Jeffrey Laura Ryan Sharon Jacob Cynthia Gary Kathleen Nicholas Amy Eric Angela
  Jonathan Shirley Stephen Anna Larry Brenda Justin Pamela Scott Emma Brandon Nicole Benjamin Helen Samuel
  Samantha Raymond Katherine Frank Christine Jerry Debra Dennis Rachel Tyler Carolyn Aaron Janet Jose María
  Henry Catherine Adam Heather Douglas Diane Nathan Olivia Luis Julie Carlos Joyce Juan Victoria Miguel
  Ruth Wei Kelly Minh Lauren Tuan Christina Ahmed Joan Omar Evelyn Raj Judith Arjun Megan Kenji Andrea`);

export const lastNames = wordList(`
  Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson
  Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis
  Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall
  Rivera Campbell Mitchell Carter Roberts Gomez Phillips Evans Turner Diaz Parker Cruz Edwards Collins
  Reyes Stewart Morris Morales Murphy Cook Rogers Gutierrez Ortiz Morgan Cooper Peterson Bailey Reed Kelly
  Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez Wood James Bennett Gray Mendoza Ruiz Hughes
  Price Alvarez Castillo Sanders Patel Myers Long Ross Foster Jimenez Powell Jenkins Perry Russell Sullivan
  Bell Coleman Butler Henderson Barnes Fisher Vasquez Simmons Romero Jordan Patterson Alexander Hamilton
  Graham Reynolds Griffin Wallace Moreno West Cole Hayes Bryant Herrera Gibson Ellis Tran Medina Aguilar
  Stevens Murray Ford Castro Marshall Owens Harrison Fernandez McDonald Woods Washington Kennedy Wells Vargas
  Henry Chen Freeman Webb Tucker Guzman Burns Crawford Olson Simpson Porter Hunter Gordon Mendez Silva Shaw
  Snyder Mason Dixon Muñoz Hunt Hicks Holmes Palmer Wagner Black Robertson Boyd Rose Stone Salazar Fox`);

export const businesses = [
  'Prairie Plumbing',
  'Flint Hills Feed',
  'Arkansas River Roofing',
  'Sunflower Electric Service',
  'Heartland Landscaping',
  'Wheat State Well Drilling',
  'Cottonwood Concrete',
  'Meadowlark Farms',
  'Larkfield Title Company',
  'Cedar Bluff Heating & Air',
  'Tallgrass Veterinary Clinic',
  'Bluestem Bakery',
  'Ninnescah Fence',
  'Smoky Hill Surveying',
  'Chisholm Trail Couriers',
  'Kaw Valley Nursery',
  'Great Plains Grain',
  'Santa Fe Street Dental',
  'Walnut Grove Church',
  'El Dorado Equipment Rental',
  'Windmill Pest Control',
  'Redbud Catering',
  'Limestone Masonry',
  'Pioneer Home Health',
  'Buffalo Creek Ranch',
  'Jayhawk Janitorial',
];

export const towns = [
  { city: 'Larkfield', zip: '67290' },
  { city: 'Wichita', zip: '67202' },
  { city: 'Wichita', zip: '67212' },
  { city: 'Derby', zip: '67037' },
  { city: 'Andover', zip: '67002' },
  { city: 'Newton', zip: '67114' },
  { city: 'Hutchinson', zip: '67501' },
  { city: 'Salina', zip: '67401' },
] as const;

export const streets = wordList(
  'Maple Cedar Walnut Meadow Prairie Central Lincoln Rock Ridge Harvest',
);

/** What people drive in Kansas, and how a VIN of it begins. */
export const cars = [
  { description: '2024 Ford F-150 XLT', vin: '1FTFW3L5', rest: 'RK9', store: 'ford' },
  { description: '2024 Ford Maverick Lariat', vin: '3FTTW8S9', rest: 'RR9', store: 'ford' },
  { description: '2025 Ford Bronco Big Bend', vin: '1FMEE7BH', rest: 'SL9', store: 'ford' },
  { description: '2023 Hyundai Kona', vin: 'KM8K2CAB', rest: 'PU9', store: 'hyundai' },
  { description: '2025 Chevrolet Trax 2RS', vin: 'KL77LJE2', rest: 'SC9', store: 'chevrolet' },
  {
    description: '2025 Chevrolet Silverado 1500 LT',
    vin: '1GCUKDED',
    rest: 'SZ9',
    store: 'chevrolet',
  },
] as const;
