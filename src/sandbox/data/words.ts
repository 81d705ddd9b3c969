/** Invented words for names of streets and buildings. None refers to a real street. */

export const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** The words of a text as a type. */
export type WordsOf<Text extends string> = Text extends `${infer A}\n${infer B}`
  ? WordsOf<A> | WordsOf<B>
  : Text extends `${infer A} ${infer B}`
    ? WordsOf<A> | WordsOf<B>
    : Exclude<Text, ''>;

export const STREETS = words(`
  Alderwick Amberlode Ashpenny Barleymow Bellwether Birchrun Bramblecote Brindlefield
  Candlemere Cinderbrook Cloverdip Copperwren Cottonlark Crickethollow Dappleford Dovetail
  Dunmarrow Elderquill Emberglen Fallowmist Fennelgate Fiddlebow Foxmantle Gingerpool
  Goldenthatch Gristlock Hazelmoor Heronspell Hobblewood Hollowreed Inkwell Ivorydell
  Juniperfold Kettlestone Kingletree Lanternhill Larkwhistle Lowmeadow Mapleshadow Marrowbank
  Millgander Mistlethorn Nettlecombe Oatfield Oldtimber Otterbend Pebblewick Pennyroyal
  Plumhaven Quailrest Quillmere Rainbarrel Rookery Saddlewind Saltmarsh Silverpine Sparrowleaf
  Starling Tallowmere Thimbleberry Thornapple Underbough Velvetmoss Wagonwheel Walnutgrove
  Weathervane Whistledown Willowspan Yarrowfield`);
