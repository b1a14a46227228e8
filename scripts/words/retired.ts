/** A word that is no longer ours, and the term that took its place: `docs/glossary.md` has them all. */
export interface RetiredWord {
  /** In lower case, as a part of an identifier, a file name or a table: `letter` finds `orderLetter`, `order-letter.ts` and `order_letter`. */
  readonly word: string
  readonly term: string
  /** Where it is retired, by the beginning of the path; everywhere if nothing is said. */
  readonly within?: string
  /** Files where the word is plain English or a fact of the world, and not our name for something. */
  readonly except?: readonly RegExp[]
}

const characters: readonly RegExp[] = [
  /^apps\/admin\/app\/(choices|second-step|session\/second-step|promotions\/coupon\/form|shell\/key-sheet)/,
  /^apps\/storefront\/app\/(catalogue\/(gallery|plate|zoom|gift-box)|everybody\.server|routes\/gift-card|shop\/)/,
  /^demo\/src\/(index\.test|presentation)/,
  /^packages\/(pricing\/|contract\/src\/(shop|tax-ids)\.ts)/,
  /^packages\/platform\/src\/(commerce\/(catalogue|invoices)|kernel\/(query|settings\/shop-settings)|shop\/settings)\b/,
  /^packages\/platform\/src\/(people\/(credentials\/recovery-codes|identity\/authorize)|commerce\/gift-cards\/code)\.ts/,
  /^testing\/(src\/(import-client|query-evaluator)|test\/(collection-rules|product-previews))/,
]

export const retiredWords: readonly RetiredWord[] = [
  { word: 'letter', term: 'email', except: characters },
  { word: 'letters', term: 'emails', except: characters },
  { word: 'letterhead', term: 'email branding' },
  {
    word: 'desk',
    term: 'dashboard or admin',
    except: [/^(e2e|testing\/test)\/.*(brands|catalogue|collection|import|inventory|product)/],
  },
  { word: 'moment', term: 'context', within: 'packages/platform/src/', except: [/^packages\/platform\/src\/kernel\/clock\//] },
  { word: 'stranger', term: 'unauthenticated' },
  { word: 'strangers', term: 'unauthenticated' },
  { word: 'whence', term: 'client info' },
  { word: 'deed', term: 'action' },
  { word: 'deeds', term: 'actions' },
  { word: 'trouble', term: 'error' },
  { word: 'troubles', term: 'errors' },
  { word: 'papers', term: 'documents or invoices' },
]

/** Whole names of tables that are gone. */
export const retiredTables: Readonly<Record<string, string>> = {
  abandonment: 'abandoned_checkout_scan',
  member_gone: 'deleted_member',
  member_touched: 'member_job_change',
  provider_standing: 'provider_health',
  spent_proof: 'used_proof',
}
