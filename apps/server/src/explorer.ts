import Fastify, { type FastifyInstance } from 'fastify'
import { apiInfo } from './api-info.ts'
import { developerHeaders, developerPolicy, sendBytes, sourceOf } from './developer-pages.ts'
import type { Documents } from './reference/documents.ts'

/** The path of the explorer, where every operation can be tried in the browser. */
export const explorerPath = '/reference/explorer'

/** The explorer's address of one operation. */
export const explorerAddress = (tag: string, method: string, path: string): string => `${explorerPath}/#tag/${slugOf(tag)}/${method}${path}`

const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')

/**
 * Scalar's explorer of the OpenAPI document, with one address for each operation. Its script has four megabytes, so it is loaded at the first
 * request of the page. It calls only this server.
 */
export function mountExplorer(app: FastifyInstance, documents: () => Promise<Pick<Documents, 'explorer'>>): void {
  let opened: Promise<FastifyInstance> | undefined
  const open = () => (opened ??= openExplorer())
  const files = new Map<string, { readonly body: Buffer; readonly type: string }>()
  const fileAt = async (path: string) => {
    const known = files.get(path)
    if (known) return known
    const answer = await (await open()).inject(path)
    const file = { body: answer.rawPayload, type: String(answer.headers['content-type']) }
    files.set(path, file)
    return file
  }
  app.get(explorerPath, async (_request, reply) => reply.redirect(`${explorerPath}/`, 301))
  app.get(`${explorerPath}/openapi.json`, async (request, reply) =>
    sendBytes(request, reply.headers(developerHeaders), 'application/json; charset=utf-8', (await documents()).explorer),
  )
  for (const name of ['', 'js/scalar.js'])
    app.get(`${explorerPath}/${name}`, async (request, reply) => {
      const { body, type } = await fileAt(`${explorerPath}/${name}`)
      reply.headers(developerHeaders)
      if (name === '') reply.header('content-security-policy', policyOf(body.toString()))
      return sendBytes(request, reply, type, body)
    })
}

async function openExplorer(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const explorer = Fastify()
  await explorer.register(scalar, {
    routePrefix: explorerPath,
    configuration: {
      url: `${explorerPath}/openapi.json`,
      pageTitle: `${apiInfo.title}: API explorer`,
      documentDownloadType: 'json',
      hideClientButton: true,
      showDeveloperTools: 'never',
      telemetry: false,
      withDefaultFonts: false,
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  await explorer.ready()
  return explorer
}

/** The explorer sets styles from its script. Allowed scripts are its own file and the inline ones of the page. */
function policyOf(page: string): string {
  const inline = [...page.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = '']) => sourceOf(text))
  return developerPolicy({
    'script-src': ["'self'", ...inline].join(' '),
    'style-src': "'self' 'unsafe-inline'",
    'font-src': "'self' data:",
    'img-src': "'self' data: blob:",
    'worker-src': "'self' blob:",
  })
}
