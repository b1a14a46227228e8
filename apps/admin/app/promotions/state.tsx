import type { Promotion } from '@vitrine/contract'
import { Status } from '../parts/glyph.tsx'

/** Whether a promotion gives something now. */
export function PromotionState({ of }: { of: Promotion['state'] }) {
  switch (of) {
    case 'ACTIVE':
      return (
        <Status glyph="d-full" tone="ok">
          Active
        </Status>
      )
    case 'SCHEDULED':
      return (
        <Status glyph="d-half" tone="info">
          Scheduled
        </Status>
      )
    case 'ENDED':
      return (
        <Status glyph="d-open" tone="done">
          Ended
        </Status>
      )
    case 'OFF':
      return (
        <Status glyph="d-open" tone="done">
          Off
        </Status>
      )
  }
}
