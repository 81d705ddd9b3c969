/** The area to search, in one of the location forms that the route accepts. */

import { RADIUS_MI_MAX, RADIUS_MI_MIN } from '#contract/limits.js';
import type { ParamName } from '#contract/params.js';
import { Icon } from '../shell/icons.js';
import { FORM_LABELS, routeOr } from '../text/labels.js';
import { type Draft, squareMiles, withValues } from './draft.js';
import { Segments, TextField } from './field.js';
import { PlaceField } from './place-field.js';
import type { Suggestion } from './places.js';

export type DrawTool = 'box' | 'circle' | 'shape';

export interface LocationProps {
  readonly draft: Draft;
  readonly problems: Partial<Record<ParamName, string>>;
  readonly drawing: DrawTool | null;
  onDraft(draft: Draft): void;
  onDraw(tool: DrawTool | null): void;
  /** Uses the visible part of the map as the box. */
  onTakeView(): void;
  /** A suggestion was picked: the map moves there. */
  onPlace(place: Suggestion): void;
}

export function LocationFields(props: LocationProps) {
  const { draft, onDraft } = props;
  const route = routeOr(draft.routeId);
  return (
    <fieldset className="location">
      <legend>Area</legend>
      <Segments
        label="Kind of area"
        name="form"
        chosen={draft.form}
        options={route.forms.map((form) => [form, FORM_LABELS[form]])}
        onChoose={(form) => onDraft({ ...draft, form })}
      />
      <FormFields {...props} />
      {route.nyc_only === true && <p className="hint">This source covers New York City only.</p>}
    </fieldset>
  );
}

function FormFields(props: LocationProps) {
  switch (props.draft.form) {
    case 'zip':
    case 'city':
    case 'county':
      return <PlaceFields {...props} name={props.draft.form} />;
    case 'bbox':
      return <BoxFields {...props} />;
    case 'circle':
      return <CircleFields {...props} />;
  }
}

/** Picking a city in the ZIP field switches to the city form, and back. */
function pickInto(props: LocationProps, place: Suggestion): void {
  const { draft, onDraft, onPlace } = props;
  if (place.kind === 'zip') onDraft(withValues(draft, { zip: place.name }, 'zip'));
  else onDraft(withValues(draft, { [place.kind]: place.name, state: place.state }, place.kind));
  onPlace(place);
}

/** One field for all three, so that it keeps the focus when its suggestion changes the form. */
function PlaceFields(props: LocationProps & { readonly name: PlaceForm }) {
  const { draft, problems, onDraft, name } = props;
  const route = routeOr(draft.routeId);
  const hasCities = route.forms.some((form) => form === 'city');
  return (
    <div className={name === 'zip' ? '' : 'with-state'}>
      <PlaceField
        label={name === 'zip' && !hasCities ? 'ZIP code' : PLACE_LABELS[name]}
        form={name === 'county' ? 'county' : 'place'}
        nycOnly={route.nyc_only === true}
        numeric={name === 'zip' && !hasCities}
        text={draft.values[name] ?? ''}
        problem={problems[name]}
        onText={(text) => onDraft(withValues(draft, { [name]: text }))}
        onPick={(place) => pickInto(props, place)}
      />
      {name !== 'zip' && (
        <TextField
          id="state"
          label="State"
          problem={problems.state}
          maxLength={2}
          placeholder="TX"
          value={draft.values.state ?? ''}
          onText={(text) => onDraft(withValues(draft, { state: text.toUpperCase() }))}
        />
      )}
    </div>
  );
}

type PlaceForm = Suggestion['kind'];

const PLACE_LABELS: Readonly<Record<PlaceForm, string>> = {
  zip: 'ZIP code or city',
  city: 'City or ZIP code',
  county: 'County, parish or borough',
};

const SIDES = ['West', 'South', 'East', 'North'] as const;

function BoxFields({ draft, problems, drawing, onDraft, onDraw, onTakeView }: LocationProps) {
  const sides = (draft.values.bbox ?? '').split(',');
  const route = routeOr(draft.routeId);
  const set = (at: number, value: string) => {
    const next = SIDES.map((_, index) => (index === at ? value.trim() : (sides[index] ?? '')));
    onDraft(withValues(draft, { bbox: next.every((side) => side === '') ? '' : next.join(',') }));
  };
  const area = problems.bbox === undefined ? squareMiles(draft.values.bbox ?? '') : 0;
  return (
    <>
      <div className="tools">
        <DrawButton tool="box" drawing={drawing} onDraw={onDraw} />
        <DrawButton tool="shape" drawing={drawing} onDraw={onDraw} />
        <button type="button" onClick={onTakeView}>
          <Icon name="view" /> Use the map's view
        </button>
      </div>
      <div className="sides">
        {SIDES.map((side, index) => (
          <TextField
            key={side}
            id={`side-${side}`}
            label={side}
            aria-invalid={problems.bbox === undefined ? undefined : true}
            inputMode="decimal"
            value={sides[index] ?? ''}
            onText={(text) => set(index, text)}
          />
        ))}
      </div>
      {draft.shape !== undefined && (
        <p className="hint">
          The box around your shape is searched; homes outside the shape are hidden here.
        </p>
      )}
      <p className={problems.bbox === undefined ? 'hint' : 'problem'}>
        {problems.bbox ??
          `${area > 0 ? `${area.toFixed(area < 10 ? 1 : 0)} of ` : 'Up to '}${route.bbox_sqmi_max.toLocaleString('en-US')} square miles`}
      </p>
    </>
  );
}

function CircleFields({ draft, problems, drawing, onDraft, onDraw }: LocationProps) {
  const inputs = [
    ['lat', 'Latitude', '30.2672'],
    ['lng', 'Longitude', '-97.7431'],
    ['radius_mi', 'Radius, miles', `${RADIUS_MI_MIN} to ${RADIUS_MI_MAX}`],
  ] as const;
  return (
    <>
      <div className="tools">
        <DrawButton tool="circle" drawing={drawing} onDraw={onDraw} />
      </div>
      <div className="sides">
        {inputs.map(([name, label, placeholder]) => (
          <TextField
            key={name}
            {...{ id: name, label, placeholder }}
            problem={problems[name]}
            inputMode="decimal"
            value={draft.values[name] ?? ''}
            onText={(text) => onDraft(withValues(draft, { [name]: text }))}
          />
        ))}
      </div>
    </>
  );
}

interface DrawProps {
  readonly tool: DrawTool;
  readonly drawing: DrawTool | null;
  onDraw(tool: DrawTool | null): void;
}

const DrawButton = ({ tool, drawing, onDraw }: DrawProps) => (
  <button
    type="button"
    aria-pressed={drawing === tool}
    onClick={() => onDraw(drawing === tool ? null : tool)}
  >
    <Icon name={tool} /> {drawing === tool ? 'Stop drawing' : `Draw a ${tool} on the map`}
  </button>
);
