import type * as z from 'zod'
import { abandonedCheckouts } from './abandoned-checkouts.ts'
import { additionalFees } from './additional-fees.ts'
import { audit } from './audit.ts'
import { authentication } from './authentication.ts'
import { backInStock } from './back-in-stock.ts'
import { backInStockAlerts } from './back-in-stock-alerts.ts'
import { businessLocations } from './business-locations.ts'
import { cart } from './cart.ts'
import { cartTester } from './cart-tester.ts'
import { cartV2 } from './cart-v2.ts'
import { carts } from './carts.ts'
import { cartsV2 } from './carts-v2.ts'
import { categories } from './categories.ts'
import { checkout } from './checkout.ts'
import { checkoutForm } from './checkout-form.ts'
import { collections } from './collections.ts'
import { coupons } from './coupons.ts'
import { customTriggers } from './custom-triggers.ts'
import { customizationsV3 } from './customizations-v3.ts'
import { dashboard } from './dashboard.ts'
import { deliveryPlan } from './delivery-plan.ts'
import { deliverySettings } from './delivery-settings.ts'
import { deliverySolutions } from './delivery-solutions.ts'
import { developers } from './developers.ts'
import { deviceAccounts } from './device-accounts.ts'
import { discountRules } from './discount-rules.ts'
import { draftAdmin } from './draft-admin.ts'
import { draftOrders } from './draft-orders.ts'
import { emails } from './emails.ts'
import { exports } from './exports.ts'
import { fileChanges } from './file-changes.ts'
import { fileDownloads } from './file-downloads.ts'
import { fileReads } from './file-reads.ts'
import { filmCaptions } from './film-captions.ts'
import { folders } from './folders.ts'
import { fulfillments } from './fulfillments.ts'
import { generalSettings } from './general-settings.ts'
import { giftCardProducts } from './gift-card-products.ts'
import { giftCards } from './gift-cards.ts'
import { inbox } from './inbox.ts'
import { infoSectionsV3 } from './info-sections-v3.ts'
import { inventory } from './inventory.ts'
import { inventoryItemsV3 } from './inventory-items-v3.ts'
import { invoices } from './invoices.ts'
import { jobs } from './jobs.ts'
import { lookOperations } from './look.ts'
import { mediaLibrary } from './media-library.ts'
import { memberAdmin } from './member-admin.ts'
import { memberPages } from './member-pages.ts'
import { memberSecurity } from './member-security.ts'
import { members } from './members.ts'
import { memberships } from './memberships.ts'
import { collectionSlugs, merchantCollections } from './merchant-collections.ts'
import { merchantInventory } from './merchant-inventory.ts'
import { merchantProducts } from './merchant-products.ts'
import { merchantWishlists } from './merchant-wishlists.ts'
import { myAccount } from './my-account.ts'
import { myPhoto } from './my-photo.ts'
import { mySecurity } from './my-security.ts'
import { mySubscriptions } from './my-subscriptions.ts'
import { navigation } from './navigation.ts'
import { newOrders } from './new-orders.ts'
import { newsletter } from './newsletter.ts'
import { oauth } from './oauth.ts'
import { orderActivities } from './order-activities.ts'
import { orderBilling } from './order-billing.ts'
import { orderCharges } from './order-charges.ts'
import { orderEmails } from './order-emails.ts'
import { orderStatus } from './order-status.ts'
import { orderTransactions } from './order-transactions.ts'
import { orders } from './orders.ts'
import { ordersSettings } from './orders-settings.ts'
import { ownWishlists } from './own-wishlists.ts'
import { packingSlips } from './packing-slips.ts'
import { pages } from './pages.ts'
import { paymentCollections } from './payment-collections.ts'
import { paymentSettings } from './payment-settings.ts'
import { payments } from './payments.ts'
import { paymentsCollector } from './payments-collector.ts'
import { personalData } from './personal-data.ts'
import { productImports } from './product-imports.ts'
import { productJobs } from './product-jobs.ts'
import { productLabels } from './product-labels.ts'
import { productPreviews } from './product-previews.ts'
import { productSlugs, productWrites } from './product-writes.ts'
import { products } from './products.ts'
import { productsV3 } from './products-v3.ts'
import { promotions } from './promotions.ts'
import { publishedSite } from './published-site.ts'
import { questionAdmin } from './question-admin.ts'
import { questions } from './questions.ts'
import { recommendationAdmin } from './recommendation-admin.ts'
import { recommendations } from './recommendation-operations.ts'
import { recordedPayments } from './recorded-payments.ts'
import { redirects } from './redirects.ts'
import type { CommonCode } from './refusals.ts'
import { reminderLinks } from './reminder-links.ts'
import { reminders } from './reminders.ts'
import { requestLog } from './request-log.ts'
import { retention } from './retention.ts'
import { returns } from './return-operations.ts'
import { reviewAdmin } from './review-admin.ts'
import { reviewBuyers } from './review-buyers.ts'
import { reviewLinks } from './review-links.ts'
import { reviews } from './review-operations.ts'
import { savedPaymentMethods } from './saved-payment-methods.ts'
import { search } from './search.ts'
import { servicePlugins } from './service-plugins.ts'
import { shop } from './shop.ts'
import { shopSettings } from './shop-settings.ts'
import { signIn } from './sign-in.ts'
import { signInSettings } from './sign-in-settings.ts'
import { siteProperties } from './site-properties.ts'
import { socialLogin } from './social-login.ts'
import { staff } from './staff.ts'
import { staffAccount } from './staff-account.ts'
import { staffRecovery } from './staff-recovery.ts'
import { stockLocations } from './stock-locations.ts'
import { stockTransfers } from './stock-transfers.ts'
import { storeClock } from './store-clock.ts'
import { storeVariants } from './store-variants.ts'
import { subscriptionOptions } from './subscription-options.ts'
import { subscriptions } from './subscriptions.ts'
import { systemChecks } from './system-checks.ts'
import { taxes } from './taxes.ts'
import { totalsCalculator } from './totals-calculator.ts'
import { uploads } from './uploads.ts'
import { urlRedirects } from './url-redirects.ts'
import { variantsV3 } from './variants-v3.ts'
import { views } from './views.ts'
import { waitingList } from './waiting-list.ts'
import { webhooks } from './webhooks.ts'
import { wishlists } from './wishlists.ts'

/** Every operation: route line → who may call it, what goes in, what comes out, what may be refused. */
export const contract = {
  ...oauth,
  ...authentication,
  ...signIn,
  ...signInSettings,
  ...deviceAccounts,
  ...socialLogin,
  ...mySecurity,
  ...products,
  ...productsV3,
  ...variantsV3,
  ...categories,
  ...customizationsV3,
  ...infoSectionsV3,
  ...inventory,
  ...merchantInventory,
  ...inventoryItemsV3,
  ...stockLocations,
  ...stockTransfers,
  ...subscriptionOptions,
  ...collections,
  ...cart,
  ...cartV2,
  ...carts,
  ...cartsV2,
  ...cartTester,
  ...totalsCalculator,
  ...checkout,
  ...abandonedCheckouts,
  ...reminders,
  ...wishlists,
  ...ownWishlists,
  ...merchantWishlists,
  ...backInStock,
  ...backInStockAlerts,
  ...waitingList,
  ...newsletter,
  ...orders,
  ...newOrders,
  ...draftOrders,
  ...draftAdmin,
  ...orderActivities,
  ...orderBilling,
  ...orderCharges,
  ...savedPaymentMethods,
  ...orderTransactions,
  ...paymentsCollector,
  ...fulfillments,
  ...invoices,
  ...redirects,
  ...recommendations,
  ...recommendationAdmin,
  ...questions,
  ...questionAdmin,
  ...reviews,
  ...reviewAdmin,
  ...reviewBuyers,
  ...reminderLinks,
  ...reviewLinks,
  ...returns,
  ...publishedSite,
  ...shop,
  ...search,
  ...payments,
  ...paymentSettings,
  ...paymentCollections,
  ...recordedPayments,
  ...orderStatus,
  ...inbox,
  ...emails,
  ...orderEmails,
  ...exports,
  ...packingSlips,
  ...coupons,
  ...developers,
  ...webhooks,
  ...requestLog,
  ...discountRules,
  ...staff,
  ...staffAccount,
  ...staffRecovery,
  ...customTriggers,
  ...giftCards,
  ...giftCardProducts,
  ...memberships,
  ...members,
  ...memberAdmin,
  ...memberPages,
  ...memberSecurity,
  ...myAccount,
  ...taxes,
  ...shopSettings,
  ...siteProperties,
  ...ordersSettings,
  ...businessLocations,
  ...navigation,
  ...lookOperations,
  ...pages,
  ...urlRedirects,
  ...generalSettings,
  ...additionalFees,
  ...promotions,
  ...checkoutForm,
  ...servicePlugins,
  ...subscriptions,
  ...mySubscriptions,
  ...myPhoto,
  ...deliverySettings,
  ...deliverySolutions,
  ...deliveryPlan,
  ...dashboard,
  ...audit,
  ...personalData,
  ...retention,
  ...productSlugs,
  ...uploads,
  ...fileReads,
  ...fileChanges,
  ...fileDownloads,
  ...folders,
  ...mediaLibrary,
  ...filmCaptions,
  ...merchantProducts,
  ...collectionSlugs,
  ...jobs,
  ...productJobs,
  ...productLabels,
  ...productPreviews,
  ...productImports,
  ...merchantCollections,
  ...storeVariants,
  ...productWrites,
  ...systemChecks,
  ...views,
  ...storeClock,
}

export type Contract = typeof contract
export type Route = keyof Contract

/** What a caller sends: fields with a default may be left out. */
export type Input<R extends Route> = z.input<Contract[R]['input']>
/** What a handler receives: validated, defaults filled in. */
export type Received<R extends Route> = z.output<Contract[R]['input']>
/** What comes back. */
export type Ok<R extends Route> = z.output<Contract[R]['ok']>
/** Why it may be refused. */
export type Code<R extends Route> = Contract[R]['errors'][number] | CommonCode
