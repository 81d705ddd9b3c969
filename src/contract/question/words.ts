/** Words of a question that stand between the others. */
export const FILLERS: ReadonlySet<string> = new Set(
  `a about all also an and any anything are around as at available be between by can could do find first for from get
  give had has have having home homes houses how i in is it its let list listed listing listings look looking mile
  miles market me move my near of on one ones only or our please place places priced properties property ready real
  estate search see seen show some that the their them there they this to up us want was we were what what's where
  which who whose w will with within would you your zip code`.split(/\s+/),
);
