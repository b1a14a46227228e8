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
  /^apps\/storefront\/app\/(catalogue\/(gallery|plate|packed-pins|zoom|gift-box)|everybody\.server|routes\/gift-card|shop\/)/,
  /^demo\/src\/(index\.test|presentation)/,
  /^packages\/(pricing\/|contract\/src\/(shop|tax-ids)\.ts)/,
  /^packages\/platform\/src\/(commerce\/(catalogue|invoices)|kernel\/(query|settings\/shop-settings)|shop\/(settings|look))\b/,
  /^packages\/platform\/src\/(people\/(credentials\/recovery-codes|identity\/authorize)|commerce\/gift-cards\/code)\.ts/,
  /^testing\/(src\/(import-client|query-evaluator)|test\/(collection-rules|product-previews))/,
]

/** Names inside documents that installations have stored: renaming them takes a migration of the documents. */
const heroSettings: readonly RegExp[] = [
  /^(packages\/contract\/src\/shop|packages\/platform\/src\/(kernel\/settings\/shop-settings|shop\/(settings\/(show-)?public-shop|look\/(document|show))))\b/,
  /^(apps\/storefront\/app\/shop\/read-shop|demo\/src\/(presentation|index))\b/,
]
const invoiceDocuments: readonly RegExp[] = [
  /^testing\/test\/invoices/,
  /^packages\/platform\/src\/commerce\/(invoices\/|flows\/order-invoices)/,
]
const productDocuments: readonly RegExp[] = [
  /^packages\/platform\/src\/(commerce\/catalogue\/|shop\/media\/renditions)/,
  /^apps\/admin\/app\/storefront\/sections/,
]
const paymentsAndAudit: readonly RegExp[] = [
  /^packages\/platform\/src\/(commerce\/(payments|promotions|catalogue\/imports)\/|commerce\/flows\/(rehearsal|member-pages)|kernel\/(clock|settings)\/)/,
  /^packages\/platform\/src\/(shop\/(audit\/|settings\/general-settings|build-admin)|people\/members\/(store|closing))/,
  /^(apps\/admin\/app\/(audit|promotions|gift-cards)\/|demo\/src\/|testing\/test\/(audit|general-settings)|packages\/contract\/src\/(audit|refusals))/,
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
  { word: 'parcel', term: 'shipment' },
  { word: 'parcels', term: 'shipments' },
  { word: 'till', term: 'pricing context, or checkout' },
  { word: 'reckon', term: 'calculate' },
  { word: 'reckoned', term: 'calculated' },
  { word: 'reckoning', term: 'totals or price breakdown' },
  { word: 'wish', term: 'request, choice or options' },
  { word: 'wishes', term: 'requests, choices or options' },
  { word: 'wished', term: 'requested or selected' },
  { word: 'standing', term: 'status' },
  { word: 'narrowing', term: 'filter' },
  { word: 'narrowings', term: 'filters' },
  {
    word: 'bag',
    term: 'cart',
    except: [/^packages\/ui\/src\/css\//, /^apps\/(storefront\/app\/shop\/header|admin\/app\/orders\/order\/timeline)/],
  },
  { word: 'pieces', term: 'units or quantity', except: [...heroSettings, ...invoiceDocuments] },
  { word: 'shelf', term: 'stock item', except: productDocuments },
  { word: 'shelves', term: 'stock items', except: productDocuments },
  { word: 'kept', term: 'saved, stored or cached', except: paymentsAndAudit },
  {
    word: 'goods',
    term: 'items or products',
    within: 'apps/admin/',
    except: [/^apps\/admin\/app\/(cart-tester\/reasons|inventory\/save|returns\/(approve-dialog|return))\.tsx?/],
  },
  { word: 'held', term: 'authorized, of payments', within: 'apps/admin/app/orders/' },
  { word: 'hold', term: 'reserve, of stock', within: 'apps/admin/app/drafts/' },
  { word: 'errands', term: 'what they are: steps of a shopper, scheduled jobs' },
]

/** Whole names of tables that are gone. */
export const retiredTables: Readonly<Record<string, string>> = {
  abandonment: 'abandoned_checkout_scan',
  member_gone: 'deleted_member',
  member_touched: 'member_job_change',
  provider_standing: 'provider_health',
  spent_proof: 'used_proof',
}

/** Words that the admin does not say to merchants. */
export const retiredCopy: readonly { readonly pattern: RegExp; readonly term: string; readonly except?: readonly RegExp[] }[] = [
  { pattern: /\bgoods\b/i, term: 'items or products' },
  { pattern: /\bpieces?\b/i, term: 'items or quantity' },
  { pattern: /\bparcels?\b/i, term: 'shipment' },
  { pattern: /\bpapers\b/i, term: 'documents or invoices' },
  { pattern: /\breckon/i, term: 'calculate' },
  {
    pattern: /\b(?:is|are|stays?) (?:only )?held\b|\bholds? (?:stock|money)\b|\bmoney is held\b/i,
    term: 'authorised, of payments; reserved, of stock',
  },
  { pattern: /\bways? to pay\b/i, term: 'payment method' },
  { pattern: /\bput live\b/i, term: 'activate or publish' },
  { pattern: /\bhouse.s words\b/i, term: 'default text' },
  { pattern: /\ba mail\b(?! server)/i, term: 'an email' },
  { pattern: /\b(?:two|no|these|all|your|the) letters\b/i, term: 'emails', except: [/^apps\/admin\/app\/(choices|promotions\/coupon)/] },
]
