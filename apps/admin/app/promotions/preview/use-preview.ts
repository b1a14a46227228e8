import { Refused } from '@vitrine/client'
import type { Input, PromotionPreview } from '@vitrine/contract'
import { useEffect, useState } from 'react'
import { client } from '../../client.ts'

/** What is tried: a coupon or a rule as it would be. */
export type Tried = Pick<Input<'POST /vitrine/v1/promotions/preview'>, 'coupon' | 'discountRule'>

export interface Rehearsed {
  readonly preview: PromotionPreview | undefined
  /** Why there is none. */
  readonly says: string | undefined
  /** What is shown is of before the last change. */
  readonly late: boolean
}

const restMs = 350

/** What a promotion would have done to the carts of late; tried again a moment after each change. */
export function usePreview(tried: Tried | undefined): Rehearsed {
  const key = tried && JSON.stringify(tried)
  const [known, setKnown] = useState<{ readonly key: string; readonly preview?: PromotionPreview; readonly says?: string }>()
  useEffect(() => {
    if (key === undefined) return undefined
    const stop = new AbortController()
    const timer = setTimeout(() => {
      client.promotions.previewPromotion(JSON.parse(key) as Tried, { signal: stop.signal }).then(
        (preview) => setKnown({ key, preview }),
        (error: unknown) => {
          if (stop.signal.aborted) return
          setKnown({ key, says: error instanceof Refused ? wordsOf(error) : 'The shop did not answer. Change something to try again.' })
        },
      )
    }, restMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [key])
  return { preview: known?.preview, says: known?.key === key ? known?.says : undefined, late: key !== undefined && known?.key !== key }
}

interface Violations {
  readonly fieldViolations?: readonly { readonly description?: string }[]
}

const wordsOf = ({ data, message }: Refused): string => (data as Violations | undefined)?.fieldViolations?.[0]?.description ?? message
