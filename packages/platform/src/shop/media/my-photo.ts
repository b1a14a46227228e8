import { createHash } from 'node:crypto'
import type { myPhoto } from '@vitrine/contract'
import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import { nameOf } from '../../kernel/http/caller.ts'
import { type Handlers, staged } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { keepOriginal, saveOriginal } from './add.ts'
import { inspect, Unfit } from './inspect.ts'
import { sniff } from './kinds/sniff.ts'
import { sourceOf } from './kinds/source.ts'
import { Busy, budget, lane } from './lane.ts'
import { type OriginalStore, OriginalsUnavailable } from './originals.ts'

export interface MyPhotoDeps {
  readonly originals: OriginalStore
  /** Milliseconds. */
  readonly now: () => number
  readonly report: (fault: unknown, where: string) => void
}

const taken = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif'])
const mostPixels = 40_000_000
const side = 1024
/** So many at once, then one in so many seconds. */
const most = 20
const perSecond = 1 / 30

type NotTaken = Refusal<'PHOTO_NOT_TAKEN'>
const notTaken = (reason: Unfit['reason']): NotTaken => refuse('PHOTO_NOT_TAKEN', { reason })

/** Of each member's pictures its own, also where two take the same one: each is erased with its member. */
const idOf = (memberId: string, bytes: Buffer): string =>
  `${createHash('sha256').update(memberId).update(bytes).digest('hex').slice(0, 32)}.webp`

/** The picture alone: upright, of a size that a profile needs, without what a camera wrote beside it. */
async function cleaned(bytes: Buffer): Promise<Buffer | NotTaken> {
  const type = await sniff(sourceOf(bytes))
  if (!type || !taken.has(type.mime)) return notTaken('UNKNOWN_TYPE')
  const facts = await inspect(bytes)
  if (facts instanceof Unfit) return notTaken(facts.reason)
  if ((facts.width ?? 0) * (facts.height ?? 0) > mostPixels) return notTaken('TOO_LARGE')
  return sharp(bytes, { autoOrient: true, limitInputPixels: mostPixels })
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .webp({ quality: 86 })
    .toBuffer()
}

/** Pictures that members take for their profiles. */
export function myPhotoOperations({ originals, now: milliseconds, report }: MyPhotoDeps): Handlers<typeof myPhoto> {
  const cleaning = lane({ atOnce: 1, waiting: 20 })
  const budgets = new LRUCache<string, ReturnType<typeof budget>>({ max: 10_000 })
  const mayUpload = (who: string): boolean => {
    const own = budgets.get(who) ?? budget({ most, perSecond, now: milliseconds })
    budgets.set(who, own)
    return own.take()
  }
  return {
    'POST /vitrine/v1/members/my/photo': staged(async ({ content }, { site, caller, now, transact }) => {
      if (!mayUpload(`${site} ${nameOf(caller)}`)) return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 / perSecond })
      const clean = await cleaning
        .run(() => cleaned(Buffer.from(content, 'base64')))
        .catch((error: unknown) => {
          if (error instanceof Busy) return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: 2 })
          throw error
        })
      if (!Buffer.isBuffer(clean)) return clean
      const memberId = caller.kind === 'member' ? caller.memberId : undefined
      const saved = await keepOriginal(originals, clean, {
        site,
        fileName: 'profile.webp',
        ...(memberId !== undefined && { id: idOf(memberId, clean) }),
      }).catch((error: unknown) => {
        if (!(error instanceof OriginalsUnavailable)) throw error
        report(error, 'media originals')
        return refuse('SERVICE_UNAVAILABLE')
      })
      if (saved instanceof Refusal) return saved
      if (saved instanceof Unfit) return notTaken(saved.reason)
      const file = await transact((db) => saveOriginal(db, saved, { site, now, ...(memberId !== undefined && { memberId }) }))
      return { photo: { id: file.id, url: `/media/${file.id}`, width: file.width ?? side, height: file.height ?? side } }
    }),
  }
}
