/** Rows as pandas and geopandas tables: the columns and values of the files of the same job. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { csvColumns } from '#contract/flat-rows.js';
import { SEARCH_ROUTES } from '#contract/routes.js';
import { findPython, type Python, pythonFolder, runPython } from '../support/python.js';
import { complete, runClient, scripted } from '../support/python-service.js';
import { MANY_HOMES, type ServiceHere, settingsOf, startHere } from '../support/run-rowhouse.js';

const folder = pythonFolder();
const dataDir = mkdtempSync(join(tmpdir(), 'rowhouse-python-tables-'));
const pandas = findPython('pandas');
const geopandas = findPython('geopandas');
const none = pandas === null && 'no Python with pandas: install python3-pandas to run this test';
const noGeo =
  geopandas === null && 'no Python with geopandas: install python3-geopandas to run this test';
let service: ServiceHere;
before(async () => {
  if (pandas !== null) service = await startHere({ ...settingsOf(dataDir), ...MANY_HOMES });
});
after(async () => {
  if (pandas !== null) await service.interrupt();
  for (const one of [folder, dataDir]) rmSync(one, { recursive: true, force: true });
});

async function run(python: Python | null, program: string): Promise<string> {
  const env = { ROWHOUSE_BASE_URL: service.apiUrl, ROWHOUSE_API_KEY: service.demoKey };
  const done = await runPython(python ?? assert.fail(), folder, program, env);
  assert.equal(done.code, 0, `${done.stderr}\n${done.stdout}`);
  return done.stdout;
}

test('a table has the columns and the values of the CSV of its job', { skip: none }, async () => {
  const program = `
import io
import pandas as pd
from rowhouse import *
rowhouse = Rowhouse()
for route in (PORTAL_A_LISTINGS, PORTAL_A_RENTALS, PORTAL_A_SOLD, AUCTION_LISTINGS):
    page = rowhouse.search(route, zip="78704")
    frame = page.to_pandas()
    file = rowhouse.rows_file(page.request_id, "csv")
    csv = pd.read_csv(io.BytesIO(file), dtype=str, keep_default_na=False)
    assert list(frame.columns) == list(csv.columns), route
    assert len(frame) == len(csv) > 0, route
    for name, kind in route.columns:
        values = frame[name]
        assert values.isna().sum() == (csv[name] == "").sum() or kind in ("string", "units"), name
        if kind in ("number", "integer"):
            same = values.astype("float64").fillna(-1) == pd.to_numeric(csv[name]).fillna(-1)
            assert same.all(), name
        if kind == "date":
            known = values.dropna()
            assert (known.dt.strftime("%Y-%m-%d") == csv[name][known.index]).all(), name
        if kind == "string" and name.startswith("source"):
            assert (values == csv[name]).all(), name
    print(route.path, len(frame) > 0, frame.attrs["request_ids"] == [page.request_id])
`;
  assert.match(await run(pandas, program), /^(\/\w+\/\w+ True True\n){4}$/);
});

test('a table of no rows has the columns of its route, with their types', {
  skip: none,
}, async (t) => {
  const { url } = await scripted(t, [complete({ completeness: 'partial' })]);
  const lines = `
for route in (${SEARCH_ROUTES.map(({ id }) => id.toUpperCase()).join(', ')}):
    frame = (await rowhouse.search(route, zip="00000")).to_pandas()
    print(",".join(frame.columns), frame.attrs["completeness"], len({str(each) for each in frame.dtypes}) > 3)`;
  const { stdout } = await runClient('Rowhouse', folder, url, lines, { needs: ['pandas'] });
  const columns = SEARCH_ROUTES.map(
    ({ source, kind }) => `${csvColumns(source, kind).join(',')} partial True`,
  );
  assert.deepEqual(stdout.trim().split('\n'), columns);
});

test('nulls, times and lists keep their types', { skip: none }, async (t) => {
  const row = {
    source_id: '007',
    beds: null,
    living_area_sqft: 900,
    rent_is_from_price: true,
    list_date: null,
    list_price: null,
    location: null,
    extras: { units: [{ beds: 1 }], price_change_since: '2026-11-20T14:02:02.712Z' },
  };
  const { url } = await scripted(t, [complete({ data: [row] })]);
  const lines = `
frame = await rowhouse.portal_a_listings(zip="78704").to_pandas()
first = frame.iloc[0]
print(first["source_id"], first["living_area_sqft"], frame["beds"].isna().all(), first["extras.units"])
print(first["extras.price_change_since"], str(frame["list_date"].dtype)[:10], frame["list_price.amount"].dtype)`;
  const { stdout } = await runClient('Rowhouse', folder, url, lines, { needs: ['pandas'] });
  assert.equal(
    stdout,
    "007 900 True [{'beds': 1}]\n2026-11-20 14:02:02.712000+00:00 datetime64 float64\n",
  );
});

test('cells of a table are inputs of a call', { skip: none }, async (t) => {
  const program = `
import pandas as pd
from rowhouse import Rowhouse
rowhouse = Rowhouse()
cells = pd.DataFrame({"zip": ["78704"], "beds": [3], "rows": [2]})
page = rowhouse.portal_a_listings(zip=cells["zip"][0], beds_min=cells["beds"][0]).page()
print(page.query)
print(rowhouse.sql(sql="select * from range(9)", rows=cells["rows"][0])["row_count"])
print(rowhouse.comparables(lat=cells["beds"].mean() + 27.25, lng=-97.76, beds=cells["beds"][0])["subject"]["beds"])
`;
  assert.equal(await run(pandas, program), "{'zip': '78704', 'beds_min': 3}\n2\n3\n");
  const { asked, url } = await scripted(t, [complete()]);
  const lines = `
import pandas as pd
await rowhouse.records_sold(zip="78704", arms_length=pd.Series([True])[0]).page()`;
  await runClient('Rowhouse', folder, url, lines, { needs: ['pandas'] });
  assert.equal(asked[0]?.url, '/v1/records/sold?zip=78704&arms_length=true');
});

test('a map has the points of the GeoJSON of its job, and null where no location is known', {
  skip: noGeo,
}, async (t) => {
  const program = `
import io
import geopandas
from rowhouse import *
rowhouse = Rowhouse()
page = rowhouse.portal_a_listings(zip="78704").page()
homes = page.to_geopandas()
file = geopandas.read_file(io.BytesIO(rowhouse.rows_file(page.request_id, "geojson")))
# Where both are null they are not equal: on some days a home has no location.
are_null = homes.geometry.isna() & file.geometry.isna()
are_equal = homes.geometry.geom_equals(file.geometry) | are_null
print(homes.crs == file.crs, len(homes) == len(file), bool(are_equal.all()), not are_null.all())
print(homes.attrs["completeness"], list(homes["source_id"]) == list(file["source_id"]))
`;
  assert.equal(await run(geopandas, program), 'True True True True\ncomplete True\n');
  const rows = [{ location: { lat: 30.1, lng: -97.2 } }, { location: null }];
  const lines = `
homes = await rowhouse.portal_a_listings(zip="78704").to_geopandas()
print([None if point is None else point.wkt for point in homes.geometry], homes.crs)
print(homes[homes.geometry.isna()].index.tolist())`;
  for (const [data, shown] of [
    [rows, "['POINT (-97.2 30.1)', None] EPSG:4326\n[1]\n"],
    [[], '[] EPSG:4326\n[]\n'],
  ] as const) {
    const { url } = await scripted(t, [complete({ data })]);
    const { stdout } = await runClient('Rowhouse', folder, url, lines, { needs: ['geopandas'] });
    assert.equal(stdout.replace(/epsg/, 'EPSG'), shown);
  }
});

test('without its module a method says what to install, before it sends a search', {
  skip: findPython() === null && 'no Python 3.9 or newer: install python3 to run this test',
}, async (t) => {
  const { url, asked } = await scripted(t, [complete()]);
  for (const [module, line, extra] of [
    ['pandas', 'rowhouse.portal_a_listings(zip="78704").to_pandas()', 'pandas'],
    ['geopandas', 'rowhouse.portal_a_listings(zip="78704").to_geopandas()', 'geopandas'],
    ['httpx', `AsyncRowhouse("${url}", "key")`, 'async'],
  ] as const) {
    const lines = `
import sys
sys.modules["${module}"] = None
try:
    ${line}
except ImportError as error:
    print(error.name, error)`;
    const program = `from rowhouse import *\nrowhouse = Rowhouse("${url}", "key")${lines}\n`;
    const done = await runPython(findPython() ?? assert.fail(), folder, program);
    assert.match(
      done.stdout,
      new RegExp(`^${module} .* needs ${module}: pip install "rowhouse\\[${extra}\\]"$`, 'm'),
      done.stderr,
    );
  }
  assert.equal(asked.length, 0);
});
