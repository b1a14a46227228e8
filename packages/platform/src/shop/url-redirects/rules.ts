/** The one form of a path: decoded where that is possible, without query and without a slash at its end. */
export function normalPath(path: string): string {
  const bare = path.split(/[?#]/, 1)[0]!.replace(/\/{2,}/g, '/')
  const short = bare.length > 1 ? bare.replace(/\/$/, '') : bare
  try {
    const decoded = decodeURIComponent(short)
    return /[\u0000-\u001f\ud800-\udfff]/u.test(decoded) ? short : decoded
  } catch {
    return short
  }
}

/** What may be stored for a path, the nearest first: `/a/b`, `/a/b/*`, `/a/*`, `/*`. */
export function candidatesOf(path: string): string[] {
  const parts = path
    .split('/')
    .filter((part) => part !== '')
    .slice(0, 12)
  return [path, ...parts.map((_, i) => `/${[...parts.slice(0, parts.length - i), '*'].join('/')}`), '/*'].filter(
    (candidate, i, all) => all.indexOf(candidate) === i,
  )
}

interface Leading {
  readonly path: string
  readonly target: string
}

/** Where a path leads by one redirect that fits it. */
export function targetOf({ path, target }: Leading, asked: string): string {
  if (!path.endsWith('/*') || !target.endsWith('*')) return target
  const rest = asked.slice(path.length - 2).replace(/^\//, '')
  return target.slice(0, -1) + rest.split('/').map(encodeURIComponent).join('/')
}

/** Whether a target is one of this shop's own paths, which may lead on. */
export const isOwn = (target: string): boolean => target.startsWith('/')

/** So many steps are taken at the most. */
export const mostSteps = 10

/** Whether a path says nothing about anybody, as far as one can see: no address of email, no long token. */
export const isCountable = (path: string): boolean => path.length <= 200 && !path.includes('@') && !/[^/]{60}/.test(path)
