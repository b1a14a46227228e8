import { setTimeout as sleep } from 'node:timers/promises'
import { mostUploadBytes } from '@vitrine/contract'
import { batchRunner } from '../kernel/jobs/batches.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { previewing } from '../kernel/previews.ts'
import type { Seals } from '../kernel/seals.ts'
import type { PaymentSettings } from '../kernel/settings/sections.ts'
import type { ShopServices } from '../shop/index.ts'
import { backInStockOperationsOf } from './build-back-in-stock.ts'
import { catalogueOperationsOf } from './build-catalogue.ts'
import { checkoutOperationsOf } from './build-checkout.ts'
import { buildEmails } from './build-emails.ts'
import { commerceJobs } from './build-jobs.ts'
import { offerOperationsOf } from './build-offers.ts'
import { orderOperationsOf } from './build-orders.ts'
import { type PaymentParts, paymentOperationsOf } from './build-payments.ts'
import { recommendationOperationsOf } from './build-recommendations.ts'
import { reviewOperationsOf } from './build-reviews.ts'
import { buildSelling, type SellingOptions } from './build-selling.ts'
import { settingsOperationsOf } from './build-settings.ts'
import { wishlistOperationsOf } from './build-wishlists.ts'
import { readCart } from './cart/read-cart.ts'
import { runProductJobs } from './catalogue/edit/bulk/run.ts'
import { countUnwritten } from './catalogue/rewrite.ts'
import { askingForReviews } from './flows/asking-for-reviews.ts'
import { tellDeps } from './flows/back-in-stock.ts'
import { boughtFiles } from './flows/download-route.ts'
import { exportSources } from './flows/export-sources.ts'
import { factsForShop } from './flows/facts-for-shop.ts'
import type { SubscribeAtCheckout } from './flows/newsletter-at-checkout.ts'
import { downloading } from './flows/order-downloads.ts'
import { invoicing } from './flows/order-invoices.ts'
import { orderProofs } from './flows/order-proofs.ts'
import { paymentLinks } from './flows/payment-links.ts'
import { importing } from './flows/product-imports.ts'
import { publicPages } from './flows/public-pages.ts'
import { tellingAskers } from './flows/questioning.ts'
import { rehearsing } from './flows/rehearsal.ts'
import { returnDeps } from './flows/returning.ts'
import { codeKeys } from './gift-cards/code.ts'
import { invoiceRoute } from './invoices/routes.ts'
import { takesRealMoney } from './payments/real-money.ts'
import { stripeEvents } from './payments/routes.ts'
import { providersSetUp } from './payments/settings.ts'
import { modeOfKey } from './payments/stripe/live-key.ts'
import { returnOperations } from './returns/operations.ts'

export interface CommerceDeps {
  readonly sealing: Seals
  readonly subscribeAtCheckout: SubscribeAtCheckout
  /** Does all that is due by the clock as it goes now. */
  readonly carryOut: () => Promise<void>
  /** What a shop on the open internet needs, and whether it is there. */
  readonly systemChecks: PaymentParts['systemChecks']
}

/** What is sold, how it is paid for and handed over, and what follows. */
export function buildCommerce(
  kernel: Kernel,
  services: ShopServices,
  options: SellingOptions,
  { sealing, subscribeAtCheckout, carryOut, systemChecks }: CommerceDeps,
) {
  const { database, clock, origin, wrap, sites, readSettings, commerce, report } = kernel
  const { originals } = services
  const selling = buildSelling(kernel, sealing, options)
  const { bank, script, stripe } = selling.money
  const cardKeys = codeKeys(wrap)
  const { statusToken, provesOrder } = orderProofs(sealing)
  const payLinks = paymentLinks({ origin, sealing })
  const { paymentLink } = payLinks
  const downloads = downloading({ origin, sealing, readSettings })
  const invoices = invoicing({ database, origin, sealing, readSettings, originals, now: () => clock.now() })
  const emails = buildEmails(kernel, services, { sealing, cardKeys, downloads, paymentLink, statusToken })
  const mailing = { kernel, sealing, mailer: services.mailer, recipients: kernel.limits.recipients }
  const telling = tellDeps({ ...mailing, catalogue: selling.catalogue })
  const imports = importing({
    database,
    clock,
    sites,
    commerce,
    origin,
    files: services.fileIntake.files,
    outbound: kernel.outbound({ maxBytes: mostUploadBytes, timeoutMs: 30_000 }),
    samples: options.samples,
    report,
  })
  const changingMany = { database, clock, commerce, pause: (ms: number) => sleep(ms, undefined, { ref: false }) }
  const productJobs = batchRunner({
    run: (isStopped) => runProductJobs(changingMany, isStopped),
    report: (error) => report(error, 'changes of many products'),
  })
  const rehearsal = rehearsing({
    database,
    clock,
    script,
    readSettings,
    sandboxIsOpen: options.sandbox,
    isInEarnest: async () => options.stripe !== undefined || takesRealMoney(database),
    carryOut,
  })
  return {
    operations: {
      ...catalogueOperationsOf(kernel, {
        catalogue: selling.catalogue,
        previews: previewing(sealing, 'product-preview', 'productId'),
        pokeImports: imports.poke,
        samples: options.samples,
        pokeJobs: productJobs.poke,
      }),
      ...checkoutOperationsOf(kernel, selling, emails, cardKeys),
      ...orderOperationsOf(kernel, selling, { paymentLink, provesOrder, downloads, invoices }),
      ...paymentOperationsOf(kernel, selling, options, { statusToken, cardKeys, payLinks, systemChecks }),
      ...offerOperationsOf(kernel, selling, cardKeys),
      ...recommendationOperationsOf(kernel, selling),
      ...returnOperations(returnDeps({ readSettings, openPricing: selling.openPricing, collecting: selling.money.collecting, cardKeys })),
      ...reviewOperationsOf(kernel, sealing),
      ...backInStockOperationsOf(kernel, selling, sealing),
      ...wishlistOperationsOf(kernel, selling),
      ...settingsOperationsOf(kernel, selling),
      ...rehearsal.operations,
    },
    jobs: commerceJobs({
      kernel,
      selling,
      emails,
      cardKeys,
      telling,
      asking: askingForReviews(mailing),
      askers: tellingAskers(mailing),
      subscribeAtCheckout,
      invoices,
    }),
    routes: {
      downloads: boughtFiles(kernel, originals, downloads),
      invoices: invoiceRoute(invoices.route),
      /** What answers at `stripeEventsPath`. */
      stripeEvents: stripeEvents(stripe.hear, report),
    },
    /** What the shop asks of commerce. */
    facts: {
      ...factsForShop({ kernel, catalogue: selling.catalogue, cardKeys, providers: selling.money.collecting.providers }),
      orderEmails: emails.orderEmails,
      readCart: readCart(selling.openPricing, kernel.origin),
      paymentProviders: (settings: PaymentSettings) => providersSetUp(selling.money.collecting.providers, settings),
    },
    installation: {
      stripe: options.stripe && modeOfKey(options.stripe.secretKey),
      sandbox: options.sandbox,
    },
    exports: exportSources(kernel),
    publicPages: publicPages(database, readSettings, () => clock.now()),
    countUnwritten: () => countUnwritten(database),
    /** Lets the sandbox bank tell what is due. */
    tellBank: () => bank.tellDue(),
    /** Learns how the clock goes and what the bank's script is. */
    hear: rehearsal.hear,
    settle: () => imports.settle(),
    begin() {
      productJobs.begin()
      imports.begin()
    },
    stop: () => Promise.all([productJobs.stop(), imports.stop()]),
  }
}

export type Commerce = ReturnType<typeof buildCommerce>
