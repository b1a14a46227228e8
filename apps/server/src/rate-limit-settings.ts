import { type Limit, type LimitedClass, type RateLimits, usualRateLimits } from '@vitrine/platform'

const variableOf = (limited: string): string => `RATE_LIMIT_${limited.toUpperCase()}`
const classes = Object.keys(usualRateLimits) as LimitedClass[]
const seconds = { s: 1, m: 60, h: 3600 } as const

/** What the environment says of rate limits; or what is wrong with it, as a sentence. */
export function rateLimitSettings(env: Readonly<Record<string, string | undefined>>): RateLimits | 'off' | { readonly wrong: string } {
  const known = new Set(classes.map(variableOf))
  const stray = Object.keys(env).find((name) => name.startsWith('RATE_LIMIT_') && env[name] && !known.has(name))
  if (stray) return { wrong: `${stray} is no setting; there are ${[...known].join(', ')}` }
  const limits: Record<LimitedClass, Limit> = { ...usualRateLimits }
  for (const limited of classes) {
    const text = env[variableOf(limited)]
    if (!text) continue
    const limit = limitOf(text)
    if (!limit)
      return {
        wrong: `${variableOf(limited)} is "${text}"; it may be a number and a time up to a day, such as 600/60s, 600/1m or 20/1h`,
      }
    limits[limited] = limit
  }
  const switched = env['RATE_LIMITS'] || 'on'
  if (switched !== 'on' && switched !== 'off') return { wrong: `RATE_LIMITS is "${switched}"; it may be on or off` }
  return switched === 'off' ? 'off' : limits
}

function limitOf(text: string): Limit | undefined {
  const [, quota, time, unit] = /^(\d{1,9})\/(\d{1,5})([smh])$/.exec(text) ?? []
  if (quota === undefined) return undefined
  const limit = { quota: Number(quota), seconds: Number(time) * seconds[unit as keyof typeof seconds] }
  return limit.quota > 0 && limit.seconds > 0 && limit.seconds <= 24 * 3600 ? limit : undefined
}
