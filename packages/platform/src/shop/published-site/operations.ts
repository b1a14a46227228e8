import type { publishedSite } from '@vitrine/contract'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { refuse } from '../../kernel/refusal.ts'

const noScripts = async () => ({ siteScripts: [] })

export const publishedSiteOperations: Omit<Handlers<typeof publishedSite>, 'GET /oauth-app/v1/oauth-apps/{id}'> = {
  'GET /assets/scripts/v1/site-scripts': noScripts,
  'GET /assets/scripts/v1/site-scripts/essentials': noScripts,
  'GET /assets/scripts/v1/site-scripts/metadata': noScripts,
  'GET /wix-data/v2/items/query': async ({ dataCollectionId, collectionId }) =>
    refuse('WDE0025', { dataCollectionId: dataCollectionId ?? collectionId ?? '' }),
}
