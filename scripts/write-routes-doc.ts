// `npm run docs:routes`: writes the pages and Python client parts that are printed from the tables.
import { readFileSync, writeFileSync } from 'node:fs';
import { renderFieldsDoc } from './fields-doc.js';
import { withPythonRows } from './python-rows.js';
import { renderRoutesDoc } from './routes-doc.js';

const PYTHON = '../clients/python/rowhouse.py';
const at = (path: string): URL => new URL(path, import.meta.url);

writeFileSync(at('../docs/routes.md'), renderRoutesDoc());
writeFileSync(at('../docs/fields.md'), renderFieldsDoc());
writeFileSync(at(PYTHON), withPythonRows(readFileSync(at(PYTHON), 'utf8')));
