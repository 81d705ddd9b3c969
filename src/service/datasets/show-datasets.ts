/** Lists, shows and removes the imported datasets of a source. */
import { OperatorError } from '#base/operator-error.js';
import { takesFiles } from '#contract/sources.js';
import { currentImports, endCurrent, type ImportRow, loadingImports } from '#store/imports.js';
import { now, type Parts } from '../app.js';

/** One entry for each dataset and for each running import. */
export async function listDatasets(app: Parts<'db'>, source: string) {
  const imports = await importsOf(app, source);
  const loading = await loadingImports(app.db, source);
  return {
    loading: loading.map(({ report, ...names }) => ({ ...names, ...report })),
    datasets: imports.map(({ dataset, report, file_name, file_sha256, settled_at }) => ({
      dataset,
      rows: report.rows,
      earliest: report.earliest,
      latest: report.latest,
      file_name,
      file_sha256: file_sha256.slice(0, SHOWN_DIGITS),
      imported_at: settled_at.toISOString(),
    })),
  };
}

const SHOWN_DIGITS = 12;

/** Everything stored about a dataset: its mapping and the report of its import. */
export async function showDataset(app: Parts<'db'>, source: string, dataset: string) {
  const found = (await importsOf(app, source)).find((one) => one.dataset === dataset);
  if (found === undefined) throw noDataset(source, dataset);
  const { mapping, report, file_name, file_sha256, settled_at } = found;
  return {
    dataset,
    file_name,
    file_sha256,
    imported_at: settled_at.toISOString(),
    mapping,
    report,
  };
}

/** Ends a dataset: searches no longer find its rows. */
export async function removeDataset(
  app: Parts<'clock' | 'db' | 'tables'>,
  source: string,
  dataset: string,
) {
  await importsOf(app, source);
  if (!(await endCurrent(app.db, source, dataset, now(app)))) throw noDataset(source, dataset);
  await app.tables.refresh();
  return { removed: dataset };
}

const noDataset = (source: string, dataset: string): OperatorError =>
  new OperatorError(
    `No dataset ${JSON.stringify(dataset.slice(0, 100))} exists in ${source}. "rowhouse ${source} list" shows all datasets.`,
  );

async function importsOf(app: Parts<'db'>, source: string): Promise<ImportRow[]> {
  if (!takesFiles(source)) throw new OperatorError(`${source} does not import files.`);
  return currentImports(app.db, source);
}
