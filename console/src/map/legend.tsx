/**
 * Legends of the dots and the shaded ZIPs, which can be folded: colours, sizes, and how many homes
 * have no value.
 */
import { count, counted } from '../text/format.js';
import { type Dots, type Graded, numberText, radiusAt } from './dots.js';
import { RAMP } from './palette.js';
import { type Scale, shareOf } from './scale.js';
import type { Shades } from './shades.js';

export function DotLegend({ colour, size }: Dots) {
  return (
    <>
      {colour !== null && <ColourLegend {...colour} />}
      {size !== null && <SizeLegend {...size} />}
    </>
  );
}

const ColourLegend = (graded: Graded) => (
  <details className="map-legend" aria-label={`Colours: ${graded.column.title}`} open>
    <summary>{graded.column.title}</summary>
    <Colours {...graded} />
    <Without homes={graded.without} />
  </details>
);

/** What the medians are of: the homes that are loaded, not all of the search. */
export const ShadeLegend = ({ column, scale, medians, homes, valued }: Shades) => (
  <details className="map-legend areas" aria-label={`ZIPs: median ${column.title}`} open>
    <summary>{`${column.title}, median by ZIP`}</summary>
    <Colours {...{ column, scale }} />
    <p className="hint">
      {`${counted(medians.size, 'ZIP')}, ${count(valued)} of the ${counted(homes, 'loaded home')}`}
    </p>
  </details>
);

function Colours({ column, scale }: Pick<Graded, 'column' | 'scale'>) {
  if (scale === null) return null;
  const Shown = scale.method === 'quantiles' ? Classes : Ramp;
  return <Shown {...{ column, scale }} />;
}

type WithScale = Pick<Graded, 'column'> & { readonly scale: Scale };

const Classes = ({ column, scale }: WithScale) => (
  <ol>
    {scale.classes.map(({ from, to, values }) => {
      const [low, high] = [numberText(from, column), numberText(to, column)];
      return (
        <li key={from}>
          <span className="swatch" style={{ background: colourOf(shareOf(scale, to)) }} />
          {low === high ? low : `${low} – ${high}`}
          <span className="hint">({count(values)})</span>
        </li>
      );
    })}
  </ol>
);

const Ramp = ({ column, scale }: WithScale) => (
  <>
    <span className="ramp" />
    <p className="ramp-ends">
      <span>{endText(scale.below, '≤ ', scale.low, column)}</span>
      {scale.low !== scale.high && <span>{endText(scale.above, '≥ ', scale.high, column)}</span>}
    </p>
  </>
);

const endText = (beyond: boolean, sign: string, value: number, column: Graded['column']): string =>
  `${beyond ? sign : ''}${numberText(value, column)}`;

/** Every class lies on a colour of the ramp. */
const colourOf = (share: number): string =>
  `var(--${RAMP[Math.round(share * (RAMP.length - 1))] ?? 'ramp-5'})`;

const LARGEST_PX = 9;

function SizeLegend({ column, scale, without }: Graded) {
  const unit = LARGEST_PX / radiusAt(1);
  const steps = scale === null ? [] : scale.low === scale.high ? [0.5] : [0, 0.5, 1];
  return (
    <details className="map-legend" aria-label={`Sizes: ${column.title}`} open>
      <summary>{column.title}</summary>
      {scale !== null && (
        <ol className="sizes">
          {steps.map((share) => (
            <li key={share}>
              <svg viewBox="-10 -10 20 20" aria-hidden="true">
                <circle r={radiusAt(share) * unit} />
              </svg>
              {endText(
                (share === 0 && scale.below) || (share === 1 && scale.above),
                share === 0 ? '≤ ' : '≥ ',
                scale.low + (scale.high - scale.low) * share,
                column,
              )}
            </li>
          ))}
        </ol>
      )}
      <Without homes={without} />
    </details>
  );
}

const Without = ({ homes }: { readonly homes: number }) =>
  homes === 0 ? null : (
    <p className="without">
      <span className="swatch none" />
      {counted(homes, 'home')} without a value
    </p>
  );
