/** open_data: Esri services of two layers, homes for sale of a public body and county sales. */
import { homesInTruth, placeOf } from '../ground-truth.js';
import type { Portal, PortalRequest, Scene } from '../portal.js';
import { failed, openLayer } from './layer.js';
import { caseRowId, isOwned, OWNED_HOMES } from './owned-homes.js';
import { isSale, SALES, saleRowId, shownPrice } from './sales.js';

/** Opens the services over the synthetic data. */
export function openOpenData(scene: Scene): Portal {
  const layers = [OWNED_HOMES, SALES].map((layer) => ({ layer, open: openLayer(scene, layer) }));
  const layerOf = ({ path }: PortalRequest) =>
    layers.find(({ layer }) => path === layer.path || path === `${layer.path}/query`)?.open;
  return {
    answer: async (request) =>
      layerOf(request)?.answer(request) ?? failed(404, 'Service not found'),
    areaOf: (request) => layerOf(request)?.areaOf(request),
    async *groundTruth(question) {
      if (question.kind === 'listings') {
        for await (const home of homesInTruth(scene, { ...question, pending: true }, 'listings')) {
          const { status } = home;
          if (isOwned(home)) yield { id: caseRowId(home), status, price: null, ...placeOf(home) };
        }
      }
      if (question.kind === 'sold') {
        for await (const home of homesInTruth(scene, question, 'sold')) {
          if (!isSale(home)) continue;
          const row = { id: saleRowId(home), status: home.status, price: shownPrice(home) };
          yield { ...row, ...placeOf(home) };
        }
      }
    },
    drifted: { CASE_NUM: 'CASE_NUMBER', SALE_ID: 'SALE_NUMBER', attributes: 'properties' },
    emptied: { ADDRESS: '', DISPLAY_ZIP_CODE: null, SITE_ADDRESS: '', SITE_ZIP: null },
  };
}
