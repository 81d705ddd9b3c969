/**
 * The words of a US street line: the secondary unit designators of USPS Publication 28 (appendix
 * C2) with others that listings use, and the words that end the street itself. All are lower case,
 * without full stops.
 */

export interface Designator {
  /** The USPS abbreviation, or the usual one where the USPS has none. */
  readonly name: string;
  /** `alone`: a unit without an identifier ("12 Oak St Rear"). */
  readonly alone: boolean;
  /** `open`: a street may follow ("Unit 6724 W Melvina"). */
  readonly open: boolean;
}

/** Name and further spellings of each designator, by its use. */
const OPEN = `
  apt apts apartment apartments apmt aprt aptmnt aptmt, unit units unt, ste suite suites, condo condos condominium`;
const WITH_IDENTIFIER = `
  bldg bld blg building, dept department, fl flo flr floor, hngr hanger hangar, key, lot lots lt, pier,
  rm room, slip, spc space sp, stop, trlr trailer, th townhouse townhome twnhse twnhs, no num,
  blk block, ph2 phase, lvl level, site, pad, villa, cabin, cottage, tower twr, wing, berth`;
const ALONE = `
  bsmt bsmnt basement, frnt front, lbby lobby, lowr lower lwr, ofc office, ph penthouse, rear, side,
  uppr upper upr, studio, upstairs, downstairs, garage, attic, loft`;

const listed = (
  text: string,
  use: Omit<Designator, 'name'>,
): readonly (readonly [string, Designator])[] =>
  text.split(',').flatMap((line) => {
    const [name = '', ...others] = line.trim().split(/\s+/);
    return [name, ...others].map((word) => [word, { name: name.toUpperCase(), ...use }] as const);
  });

export const DESIGNATORS: ReadonlyMap<string, Designator> = new Map([
  ...listed(OPEN, { alone: false, open: true }),
  ...listed(WITH_IDENTIFIER, { alone: false, open: false }),
  ...listed(ALONE, { alone: true, open: false }),
]);

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words that name a unit after a designator: "Apt Rear", "Unit Two". */
export const NAMED_UNITS = words(`
  rear front frnt upper uppr up upstairs lower lowr low downstairs down main bsmt basement garden
  left right middle top ground attic loft studio north south east west house penthouse
  one two three four five six seven eight nine ten`);

/** Words before "floor" or "level": "Ground Floor", "Lower Level". */
export const LEVELS = words(`
  lower upper main garden ground top terrace first second third fourth fifth sixth rear front back
  coach carriage guest`);
export const LEVEL_NOUNS = words('fl flr floor level lvl unit apt apartment bldg building house');

export const DIRECTIONS = words(`
  n s e w ne nw se sw north south east west northeast northwest southeast southwest`);

/** The common suffixes of Publication 28 (appendix C1), and a few others that end streets. */
export const SUFFIXES = words(`
  aly alley ave av aven avenue bend bnd blvd boulevard bch beach blf bluff brg bridge brk brook
  byp bypass byu cswy causeway ctr center centre cir circle clf close commons common cmn cor corner
  course ct court cts courts cv cove creek crk cres crescent crest curv curve dl dale dr drive drs
  est estate ests estates expy expressway ext extension falls fls ferry fld field flds fields flt
  frd ford frst forest frk fork fort fwy freeway gdn garden gdns gardens gtwy gateway gln glen grn
  green grv grove hbr harbor hvn haven hts heights hwy highway hl hill hls hills holw hollow
  is isle island jct junction knl knoll knls knolls lk lake lndg landing ln lane lgt lf lp loop
  mall mnr manor mdw meadow mdws meadows ml mill mls mills mtwy motorway mt mountain mtn nck neck
  orch orchard oval park pkwy parkway pass path pike pine pines pnes pl place pln plain plns plains
  plz plaza pt point pts points port prt promenade prom pr prairie ranch rnch rdg ridge rdgs ridges riv
  river rd road rds route rte row rue run shl shoal shr shore shores spg spring spgs springs spur
  sq square st str street sta station stra strm stream sts streets smt summit ter terr terrace
  thwy throughway trce trace trak track trl trail tpke turnpike tunl tunnel un union vly valley via
  vw view vlg village vl ville vis vista walk way ways wls wells xing crossing xrd crossroad`);

/** The suffixes that clearly end a street and never take a number: "12 Oak St 4B". */
export const PLAIN_SUFFIXES = words(`
  aly alley ave av avenue blvd boulevard cir circle ct court cres crescent cv cove dr drive ln lane
  pkwy parkway pl place plz plaza row sq square st str street ter terr terrace way walk xing`);

/** Streets without a suffix. */
export const WHOLE_STREETS = words('broadway bowery esplanade embarcadero strand');

/** Roads with a number: "Hwy #40". */
export const NUMBERED_ROADS = words(`
  hwy highway route rte rt fm cr sr sh us ur rr hc rfd rm rd road co i interstate loop spur tr`);

/** Kinds of numbered roads: "State Hwy #40", "Farm to Market Rd #12", "Private Dr 5145". */
export const ROAD_KINDS = words(`
  state st us u county co cnty farm to market ranch township twp private pvt parish service forestry
  interstate business bus alternate alt rural star bia fs`);
