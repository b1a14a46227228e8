import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { Guid, Instant, text } from './primitives.ts'

/** The public details of a registered app. */
export const PublicOauthApp = z.object({ id: Guid, name: z.string(), createdDate: Instant })
export interface PublicOauthApp extends z.infer<typeof PublicOauthApp> {}

const NoScripts = z.object({ siteScripts: z.array(z.object({ id: z.string() })) })
const siteScripts = (summary: string) => operation({ as: 'anyone', summary, input: z.object({}), ok: NoScripts, errors: [] })

/** What a site built for the hosted platform requests before its first page shows. */
export const publishedSite = operations({
  'GET /oauth-app/v1/oauth-apps/{id}': operation({
    as: 'anyone',
    summary: 'Read the public part of an app',
    input: z.object({ id: text(100, 1) }),
    ok: z.object({ oAuthApp: PublicOauthApp }),
    errors: ['APP_NOT_FOUND'],
  }),
  /** This shop runs no third-party scripts in its pages, so the list is empty. */
  'GET /assets/scripts/v1/site-scripts': siteScripts('List the scripts that are embedded in the site'),
  'GET /assets/scripts/v1/site-scripts/essentials': siteScripts('List the essential scripts of the site'),
  'GET /assets/scripts/v1/site-scripts/metadata': siteScripts('List what is known of the scripts of the site'),
  /** There are no data collections here: the answer is always the refusal that the wire has for one that does not exist. */
  'GET /wix-data/v2/items/query': operation({
    as: 'anyone',
    summary: 'Query the items of a data collection',
    input: z.object({ dataCollectionId: text(256).optional(), collectionId: text(256).optional() }),
    ok: z.object({ dataItems: z.array(z.object({ id: z.string() })) }),
    errors: ['WDE0025'],
    twin: '/wix-data/v2/items/query',
  }),
})
