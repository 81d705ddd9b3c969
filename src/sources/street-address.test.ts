import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { splitUnit } from './street-address.js';

/** Invented lines, each written "street | unit": the source sends the two with a space between. */
const WITH_UNIT = `
401 Elm Ave | #508
401 Elm Ave | #A302
401 Elm Ave | #10-B
401 Elm Ave | #1-759
401 Elm Ave | #2/3
401 Elm Ave | #A & B
401 Elm Ave | #1 & 2
401 Elm Ave | #A and B
401 Elm Ave | #PH
401 Elm Ave | #PH-2
401 Elm Ave | #REAR
401 Elm Ave | #TWNHSE
401 Elm Ave | #GARDEN
401 Elm Ave | #3 East
401 Elm Ave | #3 Rear
401 Elm Ave | #4 Bldg C
200 Green Hill Dr | APT 7
200 Green Hill Dr | Apt 7
200 Green Hill Dr | apt 7
200 Green Hill Dr | Apt. 7
200 Green Hill Dr | Apt #7
200 Green Hill Dr | Apt. #7
200 Green Hill Dr | Apt. 2-B
200 Green Hill Dr | Apt B
200 Green Hill Dr | Apt BB
200 Green Hill Dr | Apt E4
200 Green Hill Dr | Apt 8E
200 Green Hill Dr | Apt 8 E
200 Green Hill Dr | Apt No. 8
200 Green Hill Dr | Apt No 8
200 Green Hill Dr | Apt Rear
200 Green Hill Dr | Apt Garden
200 Green Hill Dr | Apt PH
200 Green Hill Dr | Apt Upper
200 Green Hill Dr | Apt Two
200 Green Hill Dr | Apt 2 Rear
200 Green Hill Dr | Apts 2-4
200 Green Hill Dr | Apartment 12
200 Green Hill Dr | Apartment C
200 Green Hill Dr | Apt4
200 Green Hill Dr | APT-4
200 Green Hill Dr | Apt-B
5 Lark St | Unit 626
5 Lark St | UNIT 626
5 Lark St | Unit W303
5 Lark St | Unit B
5 Lark St | Unit E
5 Lark St | Unit NE
5 Lark St | Unit #4
5 Lark St | Unit No. 4
5 Lark St | Unit - 6410
5 Lark St | Unit -6410
5 Lark St | Unit 18 E
5 Lark St | Unit 18 West
5 Lark St | Unit 68 (E)
5 Lark St | Unit 68 (Upper Level)
5 Lark St | Unit 9050 9060
5 Lark St | Unit 10200-10202
5 Lark St | Unit 2864 A
5 Lark St | Unit 4168-A
5 Lark St | Unit 7210A
5 Lark St | Unit 6724 W Melvina
5 Lark St | Unit 6724 W Melvina St
5 Lark St | Unit 411 N. 104th St
5 Lark St | Unit 411 North 104th Street
5 Lark St | Unit A-B
5 Lark St | Unit A & B
5 Lark St | Units A & B
5 Lark St | Units 1-4
5 Lark St | Unit 1,2
5 Lark St | Unit 1, 2
5 Lark St | Unit 1 and 2
5 Lark St | Unit Upper
5 Lark St | Unit Lower
5 Lark St | Unit Rear
5 Lark St | Unit Main
5 Lark St | Unit Downstairs
5 Lark St | Unit One
5 Lark St | Unit 5 Bldg C
5 Lark St | Unit 5, Bldg C
5 Lark St | Unit 5 Phase 2
5 Lark St | Unit 78HIGH
5 Lark St | Unit PH3
5 Lark St | Unit5
5 Lark St | UNIT-5
5 Lark St | Unit 32767
12 Oak Ct | Ste 100
12 Oak Ct | STE 100-A
12 Oak Ct | Suite 4
12 Oak Ct | Suite D
12 Oak Ct | Suite 100, Bldg 4
12 Oak Ct | Suites 4 & 5
12 Oak Ct | Condo 103
12 Oak Ct | Condo A
12 Oak Ct | Condominium 9
12 Oak Ct | CONDO #12
12 Elm Blvd | Bldg 4 Apt C
12 Elm Blvd | Bldg 4, Apt C
12 Elm Blvd | Bldg. 4 Apt. 201
12 Elm Blvd | Bldg D
12 Elm Blvd | Building 7
12 Elm Blvd | BLDG 3 #201
12 Elm Blvd | Bldg 3 Unit 12 E
12 Elm Blvd | Tower 2 Apt 12A
12 Elm Blvd | Dept 4
12 Elm Blvd | Fl 2
12 Elm Blvd | FL 12
12 Elm Blvd | Flr 2
12 Elm Blvd | Floor 2
12 Elm Blvd | Floor 2 Apt 4
12 Elm Blvd | Fl2
12 Elm Blvd | 2nd Fl
12 Elm Blvd | 3rd Fl
12 Elm Blvd | 1st Floor
12 Elm Blvd | 3rd Flr
12 Elm Blvd | 3rd Floor Apt 2
12 Elm Blvd | Second Floor
12 Elm Blvd | Ground Floor
12 Elm Blvd | Main Level
12 Elm Blvd | Lower Level
12 Elm Blvd | Upper Unit
12 Elm Blvd | Rear Unit
12 Elm Blvd | Front Apt
12 Elm Blvd | Garden Apt
12 Elm Blvd | Carriage House
12 Elm Blvd | Coach House
12 Elm Blvd | Back House
12 Elm Blvd | Level 3
12 Elm Blvd | Lvl 3
12 Birch Ln | Bsmt
12 Birch Ln | BSMT
12 Birch Ln | Basement
12 Birch Ln | Basement Apt 1
12 Birch Ln | Frnt
12 Birch Ln | Front
12 Birch Ln | Lbby
12 Birch Ln | Lobby
12 Birch Ln | Lowr
12 Birch Ln | Lower
12 Birch Ln | LWR
12 Birch Ln | Ofc
12 Birch Ln | Office 3
12 Birch Ln | Rear
12 Birch Ln | Side
12 Birch Ln | Uppr
12 Birch Ln | Upper
12 Birch Ln | UPR
12 Birch Ln | Upstairs
12 Birch Ln | Studio
12 Birch Ln | Studio 4
12 Birch Ln | Loft 9
12 Birch Ln | Garage
12 Birch Ln | Front Apt 3
12 Birch Ln | PH
12 Birch Ln | PH 3
12 Birch Ln | PH-3
12 Birch Ln | PH3
12 Birch Ln | PH 2B
12 Birch Ln | Ph A
12 Birch Ln | Penthouse
12 Birch Ln | Penthouse 4
12 Birch Ln | Penthouse B
12 Birch Ln | TH 4
12 Birch Ln | TH4
12 Birch Ln | TH-4
12 Birch Ln | Townhouse 4
12 Birch Ln | Townhome B
12 Birch Ln | Twnhse 2
12 Birch Ln | No. 5
12 Birch Ln | No 5
12 Birch Ln | No.5
12 Birch Ln | Lot 12
12 Birch Ln | LOT 12
12 Birch Ln | Lot 12A
12 Birch Ln | Lot B
12 Birch Ln | Lot #12
12 Birch Ln | Lots 4 & 5
12 Birch Ln | Lot 5 Block 3
12 Birch Ln | Lot 5, Blk 3
12 Birch Ln | Spc 44
12 Birch Ln | SPC #44
12 Birch Ln | Space 44
12 Birch Ln | Sp 44
12 Birch Ln | Trlr 9
12 Birch Ln | Trailer 9
12 Birch Ln | Rm 3
12 Birch Ln | Room 3
12 Birch Ln | Room A
12 Birch Ln | Slip 7
12 Birch Ln | Hangar 7
12 Birch Ln | Hngr 7
12 Birch Ln | Pier 2
12 Birch Ln | Stop 5
12 Birch Ln | Key 8
12 Birch Ln | Site 14
12 Birch Ln | Pad 3
12 Birch Ln | Villa 6
12 Birch Ln | Cabin 2
12 Birch Ln | Cottage 5
12 Birch Ln | 4B
12 Birch Ln | B4
12 Birch Ln | 204
12 Birch Ln | B
1200 Old Hwy | #3
77 Dixie Hwy | #3
77 Dixie Highway | Apt 3
4321 East-West Hwy | Apt 9
4321 East-West Hwy | #9
12 Hwy 40 | #3
12 Hwy #40 | #3
12 State Route 9W | #3
12 US Highway 1 | Lot 4
12 US Hwy 1 S | Unit 4
100 Highway 290 W | Apt 3
12 County Road 12 | Rear
12 County Road 12 | Lot 3
12 County Line Rd | #4
12 Old State Rd | #4
N5432 County Road K | Unit 3
12 FM 1825 | Unit 204
12 FM 1825 | #204
12 Route 9W | #A
100 Oak Rd | #4
100 Park Rd | #12
5500 Ranch Rd | Spc 44
7112 Pine American Fwy NE | #276
12 Avenue C | #4
12 Avenue C | Apt 4
12 Avenue C | Rear
12 E St | Apt 4
12 E St | Rear
12-34 55th Ave | #3
12-34 55th Ave | Apt 3B
12 1/2 Oak St | #3
12 1/2 Oak St | Apt B
147-25 Sanford Ave | 4B
408-410 N Water St | Unit 2
1A Pine Hill Rd | Apt 2
8041 B Mary Ave NW | #2
700 S 300 E | #4
700 S 300 E | Apt 4
N6W23001 Bluemound Rd | Unit 12
2905 13th Ave S | #5
506 E Howell St | Unit W303
100 W 45th St | PH 2
100 W 45th St | 12C
100 W 45th St | Fl 3
12 Broadway | Apt 3
12 Broadway | Rear
12 Broadway | 3rd Fl
12 Camino del Rio S | Unit 5
12 Calle Luna | Apt 2
12 Via Alta | Unit C
One Liberty Plz | Fl 3
One Liberty Plaza | Suite 100
500 Ocean Front | Apt 3
12 Lake Front Dr | Rear
12 Upper Mountain Ave | Upper
12 Lower Rd | Apt 2
9 Suite Rd | Suite 4
1 Penthouse Ln | PH 3
12 Unity Ln | Unit 3
12 Lot St | Lot 3
12 Apartment Way | Apt 1
12 Fl Ave | Fl 2
S 5th St | Lot 4
Oak Hollow Rd | Lot 12
Broadway | Apt 3
RR 2 Box 45 | Lot 3
12 Oak St N | #3
12 Oak St NW | Apt 3
12 Oak St S | Rear
12 Oak Ave NE | 4B
3015 61st Ave SW | Unit B
12 O'Neil St | #4
12 St. Mary's Ct | Apt 4
12 Cañada Rd | #4
`;

/** Lines whose parts are not joined by one space: what is sent, the street, the unit. */
const WITH_SIGNS: readonly (readonly [string, string, string])[] = [
  ['401 W  Elm Ave  # 508', '401 W Elm Ave', '#508'],
  ['5 Lark St   Unit 626', '5 Lark St', 'Unit 626'],
  ['12 Oak St, Apt 4', '12 Oak St', 'Apt 4'],
  ['12 Oak St,Apt 4', '12 Oak St', 'Apt 4'],
  ['12 Oak St, Apt 4,', '12 Oak St', 'Apt 4'],
  ['12 Oak St, 4B', '12 Oak St', '4B'],
  ['12 Oak Rd, 4B', '12 Oak Rd', '4B'],
  ['12 Oak St, #4', '12 Oak St', '#4'],
  ['12 Oak St, Rear', '12 Oak St', 'Rear'],
  ['12 Oak St, 2nd Floor', '12 Oak St', '2nd Floor'],
  ['12 Oak St - Unit 5', '12 Oak St', 'Unit 5'],
  ['12 Oak St – Unit 5', '12 Oak St', 'Unit 5'],
  ['12 Oak St#5', '12 Oak St', '#5'],
  ['12 Oak St Apt#5', '12 Oak St', 'Apt#5'],
  ['12 Oak St Apt # 5', '12 Oak St', 'Apt #5'],
  ['12 Oak St Unit# 5', '12 Oak St', 'Unit#5'],
  ['12 Oak St (Rear)', '12 Oak St', 'Rear'],
  ['12 Oak St (Unit 5)', '12 Oak St', 'Unit 5'],
  ['12 Oak St (2nd Floor)', '12 Oak St', '2nd Floor'],
  ['Apt 4, 12 Oak St', '12 Oak St', 'Apt 4'],
  ['Unit B, 12 Oak St', '12 Oak St', 'Unit B'],
  ['#4 12 Oak St', '12 Oak St', '#4'],
  ['#4, 12 Oak St', '12 Oak St', '#4'],
  ['Unit 5 12 W 4th St', '12 W 4th St', 'Unit 5'],
  ['12\u00a0Oak\u00a0St\u00a0Apt\u00a04', '12 Oak St', 'Apt 4'],
];

/** Lines without a unit, whatever they look like. */
const WITHOUT_UNIT = `
12 Unity Rd
12 Unity Ln
12 Unit Ave
2752 S Adams Unit Ave
16 Floral Park Unit
9 Suite Rd
9 Suite St
12 Apartment Way
12 Apt Ct
1 Penthouse Ln
12 Condo Dr
12 Fl Ave
12 Floor Rd
12 Ph Ln
16 Th St
16th St
12 Lot St
100 Parking Lot Rd
12 Lott Ave
12 Key West Ave
12 Keystone Dr
12 Front St
12 W Front St
12 Front
12 Lake Front
12 Water Side
12 Riverside Dr
12 Sideview Ln
12 Rear Ln
12 Upper Mountain Ave
12 Upper Rd
12 Lower Rd
12 Lower Level Rd
12 Basement Ln
12 Office Park Dr
12 Studio Ct
12 Loft Ln
12 Garage Rd
12 Attic Way
12 Space Center Blvd
12 Spaceport Dr
12 Room Rd
12 Slip Rd
12 Stop Rd
12 Pier Ave
1 Pier 39
12 Site Rd
12 Tower Rd
12 Villa Dr
12 Cottage St
12 Cabin Rd
12 Block Ave
12 Phase Dr
12 Building Ln
12 Trailer Ln
12 No Name Rd
12 Townhouse Ct
100 W 45th St
100 E 2nd St
12 3rd Ave
100 Highway 290 W
100 Highway 40
4400 Highway #40
12 Hwy #40
12 Hwy # 40 => 12 Hwy #40
9 State Hwy #40
9 US Hwy #1
9 N Highway #40
12 Route #9
12 State Route #9
12 County Rd #12
12 County Road #12
12 Co Rd #12
12 TX Hwy #71
12 Ranch Rd #620
12 Farm to Market Rd #1825
12 FM #1825
12 CR #12
12 Road #36
12 Township Rd #4
12 Interstate #35
RR #2 Box 45
RR #2
HC #1 Box 12
Route 9W
12 Route 9W
12 Route 9 W
County Road 12
12 County Road 12
12 County Road 12 N
12 County Road K
12 County Road KK
N5432 County Road K
W2345 State Road 23
12 State Road 7
12 Ranch Road 620
12 Ranch Road 12
FM 1825
12 FM 1825
12 Farm to Market Road 1825
12 US Highway 1
12 US-1
12 Interstate 35 E
12 Loop 1604
12 Loop 1604 W
12 Road 36
12 Road 36 1/2
100 W Avenue 34
12 Avenue C
12 Avenue 416
12 North Ave B
12 Private Dr 5145
12 Township Rd 4
12 Lane 9
12 E St
12 St E
12 N St NW
12 Avenue of the Americas
12-34 55th Ave
147-25 Sanford Ave
408-410 N Water St
12 1/2 Oak St
12 1/2 W Oak St
1A Pine Hill Rd
8041 B Mary Ave NW
516 B N 61st St
700 S 300 E
N6W23001 Bluemound Rd
12 Oak St N
12 Oak St, N
12 Oak St NW
2905 13th Ave S
4445 S Frontenac
12 Broadway
12 Park Place
12 Parkmeadow West
12 Camino del Rio S
12 Calle 5
12 Via Alta
One Liberty Plz
S 5th St
Monitor St
Lot 12 Oak St
Lot 3 5th St
Lot 5 Unit 3 Pine Valley
0 Lot 5 Unit 3 Pine Valley
Unit 5
Apt 4
#4
12, Apt 4
12 Oak St Box 4
PO Box 12
P.O. Box 12
RR 2 Box 45
12 Oak St Apt
12 Oak St Unit
12 Oak St #
40 Harrow St Unit "B" 2
12 Mill Unit 4 Rd
12 Drain #5 Rd
12 Number Nine Rd
12 Martin Luther King Jr Blvd
12 St. Mary's Ct
12 O'Neil St
12 Cañada Rd
`;

const lines = (text: string): string[] => text.trim().split('\n');

function check(sent: string, line1: string, unit: string | undefined): void {
  assert.deepEqual(splitUnit(sent), { line1, unit }, sent);
}

describe('a street line', () => {
  const units = lines(WITH_UNIT);

  test('holds at least 300 invented lines to their street and unit', () => {
    const all = [...units, ...WITH_SIGNS, ...lines(WITHOUT_UNIT)];
    assert.ok(new Set(all.map(String)).size >= 300, `${all.length} lines`);
  });

  for (const line of units) {
    const [line1 = '', unit = ''] = line.split(' | ');
    test(`"${line1} ${unit}" is parted at ${unit}`, () => check(`${line1} ${unit}`, line1, unit));
  }

  for (const [sent, line1, unit] of WITH_SIGNS) {
    test(`"${sent}" is "${line1}" and ${unit}`, () => check(sent, line1, unit));
  }

  for (const line of lines(WITHOUT_UNIT)) {
    const [sent = '', line1 = sent] = line.split(' => ');
    test(`"${sent}" has no unit`, () => check(sent, line1, undefined));
  }
});

test('a unit that the source gives apart is taken off the line in its own spelling', () => {
  assert.deepEqual(splitUnit('12 Oak St # 4', '#4'), { line1: '12 Oak St', unit: '#4' });
  assert.deepEqual(splitUnit('12 Oak St unit b', 'Unit B'), { line1: '12 Oak St', unit: 'Unit B' });
  assert.deepEqual(splitUnit('12 Oak St GARDEN-APT', 'GARDEN-APT').line1, '12 Oak St');
  assert.deepEqual(splitUnit('12 Oak St Unit 4', '#4'), { line1: '12 Oak St', unit: 'Unit 4' });
  assert.equal(splitUnit('12 Oak St', '#4').line1, '12 Oak St');
  assert.equal(splitUnit('12 County Road 4', '4').line1, '12 County Road 4');
  assert.equal(splitUnit('12 Oak St 4', '4').line1, '12 Oak St');
});

test('splitting twice changes nothing, and no word is lost', () => {
  for (const line of [...lines(WITH_UNIT), ...lines(WITHOUT_UNIT)]) {
    const sent = line.replace(' | ', ' ').replace(/ => .*/, '');
    const { line1, unit } = splitUnit(sent);
    assert.deepEqual(splitUnit(line1), { line1, unit: undefined }, sent);
    const words = (text: string) => text.replace(/[\s,–-]/g, '');
    assert.equal(words(`${line1}${unit ?? ''}`), words(sent), sent);
  }
});

test('a long line of designators is read in time that grows with its length only', () => {
  const many = `12 Oak St ${'Unit 4 '.repeat(3000)}"`;
  const before = process.cpuUsage();
  assert.equal(splitUnit(many).unit, undefined);
  assert.ok(process.cpuUsage(before).user < 2_000_000);
});
