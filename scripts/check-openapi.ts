// `npm run check:openapi`: the linter's word on our own document; fails on warnings as well.
import { openApiDocument } from '#contract/openapi/document.js';
import { lintOpenApi } from './lint-openapi.js';

const problems = await lintOpenApi(JSON.stringify(openApiDocument()));
for (const problem of problems) console.error(problem);
const { paths } = openApiDocument();
console.log(`OpenAPI: ${Object.keys(paths).length} paths, ${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;
