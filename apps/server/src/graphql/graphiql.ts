import { developerHeaders, developerPolicy, sourceOf } from '../developer-pages.ts'

/** The GraphiQL page with everything it loads; it calls only this server. It has nine megabytes and is built at the first request. */
export async function graphiqlPage(endpoint: string) {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  const page = renderGraphiQL({ title: 'GraphQL', endpoint, defaultQuery: example, shouldPersistHeaders: false })
  const script = page.slice(page.indexOf('<script>') + '<script>'.length, page.lastIndexOf('</script>'))
  return {
    body: Buffer.from(page),
    headers: {
      ...developerHeaders,
      'content-security-policy': developerPolicy({
        'script-src': sourceOf(script),
        'style-src': "'unsafe-inline'",
        'font-src': 'data:',
        'img-src': 'data:',
        'worker-src': 'blob:',
      }),
      vary: 'Accept, Accept-Encoding',
    },
  }
}

const example = `# A token goes into the headers below: { "Authorization": "…" }
# The mutation oauth_exchangeToken gives one to a visitor.
query {
  shop_getShop {
    shop {
      name
      currency
    }
  }
}
`
