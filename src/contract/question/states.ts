/** Postal codes of the states, the district and the territories by their names in small letters. */
export const STATES: ReadonlyMap<string, string> = new Map(
  `AL alabama;AK alaska;AZ arizona;AR arkansas;CA california;CO colorado;CT connecticut;DE delaware;
DC district of columbia;FL florida;GA georgia;HI hawaii;ID idaho;IL illinois;IN indiana;IA iowa;KS kansas;KY kentucky;
LA louisiana;ME maine;MD maryland;MA massachusetts;MI michigan;MN minnesota;MS mississippi;MO missouri;MT montana;
NE nebraska;NV nevada;NH new hampshire;NJ new jersey;NM new mexico;NY new york;NC north carolina;ND north dakota;
OH ohio;OK oklahoma;OR oregon;PA pennsylvania;PR puerto rico;RI rhode island;SC south carolina;SD south dakota;
TN tennessee;TX texas;UT utah;VT vermont;VA virginia;WA washington;WV west virginia;WI wisconsin;WY wyoming;
GU guam;VI virgin islands;AS american samoa;MP northern mariana islands`
    .split(';')
    .map((line) => line.trim())
    .map((line) => [line.slice(3), line.slice(0, 2)] as const),
);
