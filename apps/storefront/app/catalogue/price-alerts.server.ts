import { attempt } from '@vitrine/client'
import type { CatalogReferenceInput } from '@vitrine/contract'
import { checkEmail } from '../checkout/address.ts'
import { findAccount } from '../member/member.server.ts'
import type { Visit } from '../shop.server.ts'
import type { AskedAlert } from './alerts.ts'

const states: Readonly<Record<string, AskedAlert['state']>> = {
  PRICE_ALERT_EXISTS: 'WAITS',
  REQUEST_COLLECTION_DISABLED: 'CLOSED',
  INVALID_CATALOG_REFERENCE_OPTIONS: 'GONE',
  TOO_MANY_REQUESTS: 'LATER',
  INVALID_ARGUMENT: 'NO_ADDRESS',
}

/** Asks for one email when something costs less; what became of it. */
export async function askForPriceAlert(here: Visit, catalogReference: CatalogReferenceInput, email: string): Promise<AskedAlert['state']> {
  if (checkEmail(email)) return 'NO_ADDRESS'
  here.know()
  const [refused] = await attempt(here.client.backInStock.requestPriceEmail({ catalogReference, email }))
  if (!refused) return 'ASKED'
  const state = states[refused.code]
  if (state === undefined) throw refused
  return state
}

/** The address of a member; undefined for everybody else. */
export async function memberEmail(here: Visit): Promise<string | undefined> {
  const account = here.known ? await findAccount(here).catch(() => undefined) : undefined
  return account?.member.loginEmail
}
