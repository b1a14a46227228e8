import { readdir, realpath } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createHeaders } from '@remix-run/node-fetch-server'
import { webMethodHandler } from '@vitrine/client/web-method-handler'
import type { Platform } from '@vitrine/platform'
import { Misconfigured } from './config.ts'
import type { Dispatch } from './mount-api.ts'

export type WebMethodFiles = Readonly<Record<string, object>>

const isWebMethodFile = /\.web\.[cm]?[jt]s$/

/**
 * A shop's own functions for its pages: every `*.web.ts` below a folder, imported once, at the start. What is no such file, or comes into the
 * folder later, cannot be called.
 *
 * @throws Misconfigured naming the file that cannot be imported
 */
export async function loadWebMethods(folder: string): Promise<WebMethodFiles> {
  const root = await realpath(folder).catch(() => {
    throw new Misconfigured(`VITRINE_WEB_METHODS is "${folder}"; there is no such folder`)
  })
  lendClient(root)
  const files: Record<string, object> = Object.create(null)
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')
    if (!entry.isFile() || !isWebMethodFile.test(path) || path.split('/').some((part) => part === 'node_modules' || part.startsWith('.')))
      continue
    try {
      files[path] = (await import(pathToFileURL(join(root, path)).href)) as object
    } catch (error) {
      throw new Misconfigured(`VITRINE_WEB_METHODS: ${path} cannot be imported: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return files
}

/** The folder may lie anywhere: what it imports of our SDK is the one that runs here. */
function lendClient(root: string): void {
  const theirs = pathToFileURL(root + sep).href
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier.startsWith('@vitrine/client/') || specifier === '@vitrine/client'
        ? next(specifier, context.parentURL?.startsWith(theirs) ? { ...context, parentURL: import.meta.url } : context)
        : next(specifier, context),
  })
}

export const webMethodsPath = '/_webMethods/*'
export const webMethodsVerbs = ['POST', 'OPTIONS']

export interface WebMethodsDeps {
  readonly platform: Pick<Platform, 'fetch' | 'siteAt' | 'limitAddress'>
  readonly origin: string
  readonly files: WebMethodFiles
  readonly report: (error: unknown, where: string, requestId: string) => void
}

/** Asks the platform in this process whose token it is; only tokens of the shop that was asked count. */
export function webMethodsDispatch({ platform, origin, files, report }: WebMethodsDeps): Dispatch {
  return async (request, reply) => {
    const refused = request.method === 'POST' ? platform.limitAddress('write', request.ip) : undefined
    if (refused)
      return reply
        .code(429)
        .headers({ ...refused.headers, 'access-control-allow-origin': '*' })
        .type('text/plain')
        .send('Too many requests; wait before the next one.')
    const answer = webMethodHandler({
      files,
      baseUrl: origin,
      fetch: platform.fetch,
      siteId: () => platform.siteAt(request.headers.host),
      development: process.env['NODE_ENV'] === 'development',
      onError: (error, { file, method }) => report(error, `web method ${file} ${method}`, request.id),
    })
    const body = Buffer.isBuffer(request.body) && request.body.length > 0 ? new Uint8Array(request.body) : undefined
    const path = new URL(request.raw.url!, origin).pathname
    const response = await answer(
      new Request(new URL(path, origin), { method: request.method, headers: createHeaders(request.raw), ...(body && { body }) }),
    )
    return reply
      .code(response.status)
      .headers({ ...Object.fromEntries(response.headers), 'x-wix-request-id': request.id })
      .send(Buffer.from(await response.arrayBuffer()))
  }
}
