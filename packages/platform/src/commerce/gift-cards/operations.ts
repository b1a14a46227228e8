import type { giftCards } from '@vitrine/contract'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { cardChanges, type GiftCardDeps } from './operations/card-changes.ts'
import { findOperations } from './operations/find.ts'
import { issuedOperations } from './operations/issued.ts'
import { memberOperations } from './operations/mine.ts'
import { useOperations } from './operations/use.ts'

/** Gift cards, as they are issued, found and used. */
export function giftCardOperations(deps: GiftCardDeps): Handlers<typeof giftCards> {
  const changes = cardChanges(deps)
  return {
    ...useOperations(deps),
    ...issuedOperations(deps, changes),
    ...findOperations(deps, changes),
    ...memberOperations(deps),
  }
}
