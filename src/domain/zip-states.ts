/** The state of a ZIP, by its first three digits. */

/** Each line: code, name, and the prefixes of its ZIPs. */
const STATES = `
AL ALABAMA: 350-352 354-369
AK ALASKA: 995-999
AZ ARIZONA: 850-865
AR ARKANSAS: 716-729
CA CALIFORNIA: 900-961
CO COLORADO: 800-816
CT CONNECTICUT: 060-069
DE DELAWARE: 197-199
DC DISTRICT OF COLUMBIA: 200-200 202-205
FL FLORIDA: 320-349
GA GEORGIA: 300-319 398-399
HI HAWAII: 967-968
ID IDAHO: 832-838
IL ILLINOIS: 600-629
IN INDIANA: 460-479
IA IOWA: 500-528
KS KANSAS: 660-679
KY KENTUCKY: 400-427
LA LOUISIANA: 700-714
ME MAINE: 039-049
MD MARYLAND: 206-219
MA MASSACHUSETTS: 010-027 055-055
MI MICHIGAN: 480-499
MN MINNESOTA: 550-567
MS MISSISSIPPI: 386-397
MO MISSOURI: 630-658
MT MONTANA: 590-599
NE NEBRASKA: 680-693
NV NEVADA: 889-898
NH NEW HAMPSHIRE: 030-038
NJ NEW JERSEY: 070-089
NM NEW MEXICO: 870-884
NY NEW YORK: 005-005 100-149
NC NORTH CAROLINA: 270-289
ND NORTH DAKOTA: 580-588
OH OHIO: 430-459
OK OKLAHOMA: 730-732 734-749
OR OREGON: 970-979
PA PENNSYLVANIA: 150-196
PR PUERTO RICO: 006-007 009-009
RI RHODE ISLAND: 028-029
SC SOUTH CAROLINA: 290-299
SD SOUTH DAKOTA: 570-577
TN TENNESSEE: 370-385
TX TEXAS: 733-733 750-799 885-885
UT UTAH: 840-847
VT VERMONT: 050-054 056-059
VA VIRGINIA: 201-201 220-246
WA WASHINGTON: 980-994
WV WEST VIRGINIA: 247-268
WI WISCONSIN: 530-549
WY WYOMING: 820-831`;

const lines = STATES.trim()
  .split('\n')
  .map((line) => {
    const [named = '', zips = ''] = line.split(': ');
    return { code: named.slice(0, 2), name: named.slice(3), zips: zips.split(' ') };
  });

/** Name by code, in capitals. */
export const STATE_NAMES: ReadonlyMap<string, string> = new Map(
  lines.map(({ code, name }) => [code, name]),
);

const BY_BEGINNING = new Map<string, string>();
for (const { code, zips } of lines) {
  for (const range of zips) {
    const [first, last] = range.split('-').map(Number);
    for (let at = first ?? 0; at <= (last ?? -1); at += 1) {
      BY_BEGINNING.set(String(at).padStart(3, '0'), code);
    }
  }
}

/** The code of the state of a ZIP; undefined for a ZIP of no state. */
export const stateOfZip = (zip: string): string | undefined => BY_BEGINNING.get(zip.slice(0, 3));
