import { createHash } from 'node:crypto'
import { visitorFolder } from '@vitrine/contract'
import sharp from 'sharp'
import { type Caller, nameOf } from '../../kernel/http/caller.ts'
import { lruOf } from '../../kernel/lru.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { Unfit } from './inspect.ts'
import { sniff } from './kinds/sniff.ts'
import { sourceOf } from './kinds/source.ts'
import type { UnfitReason } from './kinds/unfit.ts'
import { Busy, budget, lane } from './lane.ts'
import { OriginalsUnavailable } from './originals.ts'
import type { Inspect } from './processing/inspector.ts'
import type { MediaFile } from './store.ts'
import { type TakeFileDeps, takeFile } from './take-file.ts'

export interface BuyersPicturesDeps {
  readonly files: TakeFileDeps
  /** Milliseconds. */
  readonly now: () => number
  readonly report: (fault: unknown, where: string) => void
}

const taken = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif'])
const mostPixels = 40_000_000
/** So many at once, then one in so many seconds. */
const most = 20
const perSecond = 1 / 30

type NotTaken = Refusal<'PHOTO_NOT_TAKEN'>
const notTaken = (reason: UnfitReason | 'NO_ROOM'): NotTaken =>
  // A picture has no length, and is in one file.
  refuse('PHOTO_NOT_TAKEN', { reason: reason === 'TOO_LONG' ? 'TOO_LARGE' : reason === 'OTHER_FILES' ? 'UNKNOWN_TYPE' : reason })

/** The picture alone: upright, of a size that is needed, without what a camera wrote beside it. */
async function cleaned(inspect: Inspect, bytes: Buffer, side: number): Promise<Buffer | NotTaken> {
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

const idOf = (owner: string, bytes: Buffer): string => `${createHash('sha256').update(owner).update(bytes).digest('hex').slice(0, 32)}.webp`

interface Sent {
  readonly site: string
  readonly caller: Caller
  /** As base64. */
  readonly content: string
  /** The longest side that it is scaled down to, in pixels. */
  readonly side: number
  readonly fileName: string
  /** Whose it is: of the same picture of two people each has a file of its own, which goes with what it belongs to. */
  readonly owner: string
  readonly memberId?: string
  readonly now: Date
}

/** A way in for the pictures of people who visit the shop: few at once, and each of them made anew. */
export function buyersPictures({ files, now: milliseconds, report }: BuyersPicturesDeps) {
  const cleaning = lane({ atOnce: 1, waiting: 20 })
  const budgets = lruOf<string, ReturnType<typeof budget>>(10_000)
  const mayUpload = (who: string): boolean => {
    const own = budgets.get(who) ?? budget({ most, perSecond, now: milliseconds })
    budgets.set(who, own)
    return own.take()
  }
  return async ({
    site,
    caller,
    content,
    side,
    fileName,
    owner,
    memberId,
    now,
  }: Sent): Promise<MediaFile | Refusal<'PHOTO_NOT_TAKEN' | 'TOO_MANY_REQUESTS' | 'SERVICE_UNAVAILABLE'>> => {
    if (!mayUpload(`${site} ${nameOf(caller)}`)) return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 / perSecond })
    const clean = await cleaning
      .run(() => cleaned(files.inspect, Buffer.from(content, 'base64'), side))
      .catch((error: unknown) => {
        if (error instanceof Busy) return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: 2 })
        throw error
      })
    if (!Buffer.isBuffer(clean)) return clean
    const file = await takeFile(files, {
      site,
      source: clean,
      fileName,
      folderId: visitorFolder,
      id: idOf(owner, clean),
      ...(memberId === undefined ? { uploadedBy: owner } : { memberId }),
      now,
    }).catch((error: unknown) => {
      if (!(error instanceof OriginalsUnavailable)) throw error
      report(error, 'media originals')
      return refuse('SERVICE_UNAVAILABLE')
    })
    if (file instanceof Unfit) return notTaken(file.reason)
    return file instanceof Refusal && file.code === 'MEDIA_QUOTA_EXCEEDED' ? notTaken('NO_ROOM') : file
  }
}

export type BuyersPictures = ReturnType<typeof buyersPictures>
