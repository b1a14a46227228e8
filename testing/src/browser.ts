import { createHash, randomBytes } from 'node:crypto'

/** A browser without pages: stores cookies by their paths, follows nothing by itself. */
export interface Browser {
  go(url: string): Promise<Visit>
  /** The cookies it would send to a path. */
  cookiesAt(path: string): string
}

export interface Visit {
  readonly status: number
  readonly headers: Headers
  readonly location: URL | undefined
  readonly body: string
}

export function browser(): Browser {
  const jar = new Map<string, { value: string; path: string }>()
  const cookiesAt = (at: string) =>
    [...jar]
      .filter(([, { path }]) => at === path || at.startsWith(path.endsWith('/') ? path : `${path}/`))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
  return {
    cookiesAt,
    async go(url) {
      const at = new URL(url)
      const cookie = cookiesAt(at.pathname)
      const response = await fetch(at, { redirect: 'manual', headers: { accept: 'text/html,*/*', ...(cookie && { cookie }) } })
      for (const line of response.headers.getSetCookie()) {
        const [pair = '', ...attributes] = line.split('; ')
        const [name = '', value = ''] = pair.split('=')
        const path = attributes.find((one) => one.startsWith('Path='))?.slice(5) ?? '/'
        if (attributes.includes('Max-Age=0')) jar.delete(name)
        else jar.set(name, { value, path })
      }
      const location = response.headers.get('location')
      return {
        status: response.status,
        headers: response.headers,
        location: location === null ? undefined : new URL(location, at),
        body: await response.text(),
      }
    },
  }
}

export interface Pkce {
  readonly verifier: string
  readonly challenge: string
  readonly state: string
}

/** What an app holds while its visitor is away to sign in. */
export function pkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url'), state: randomBytes(16).toString('base64url') }
}
