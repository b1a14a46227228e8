/** What surrounds a shop: emails, files, settings, exports, the dashboard and the audit log. It stands on the kernel alone. */
export { eraseEntries } from './audit/forget.ts'
export { keepEntry } from './audit/store.ts'
export { noteOwn, noteVisit } from './audit/visits.ts'
export type { OrderEmailFacts } from './build-emails.ts'
export { buildServices, type ServicesOptions, type ShopServices } from './build-services.ts'
export { buildShop, type Shop, type ShopFacts } from './build-shop.ts'
export { oneLineEach, type Source, sourceOf } from './exports/source.ts'
export { livePath } from './live/routes.ts'
export { backInStockEmail, priceDropEmail } from './mail/back-in-stock.ts'
export { emailBrandingOf } from './mail/branding.ts'
export type { EmailMessage } from './mail/email.ts'
export type { EmailKind } from './mail/email-kinds.ts'
export { giftCardCopy, giftCardEmail } from './mail/gift-card.ts'
export type { MailJobsDeps } from './mail/jobs.ts'
export { addressedTo, type EmailActivity } from './mail/mail.ts'
export type { EmailDelivery, Mailer } from './mail/mailer.ts'
export { html } from './mail/markup.ts'
export { newsletterConfirm } from './mail/newsletter-confirm.ts'
export type { Delivery, OrderFacts, OrderLine } from './mail/order-confirmation.ts'
export type { OrderEmailDeps } from './mail/order-email-operations.ts'
export type { OrderMail } from './mail/order-emails.ts'
export { questionAnswered } from './mail/question-answered.ts'
export { recoveryEmail } from './mail/recovery.ts'
export type { ReturnMailDeps } from './mail/return-jobs.ts'
export { reviewRequest } from './mail/review-request.ts'
export {
  type AccountFacts,
  accountActivation,
  accountApproved,
  approvalAsked,
  approvalWanted,
  emailChanged,
  emailKnown,
  newEmailCode,
  newSignIn,
  passwordChanged,
  passwordReset,
  secondStepOff,
  sessionStolen,
  signInCode,
  verificationCode,
} from './mail/sign-in-emails.ts'
export { type StaffFacts, staffInvitation, staffPasswordChanged, staffRecovery, staffSecondStepOff } from './mail/staff-emails.ts'
export type { SubscriptionMailDeps } from './mail/subscription-jobs.ts'
export type { BucketSettings } from './media/bucket-client.ts'
export { handOver } from './media/hand-over.ts'
export { Unfit } from './media/inspect.ts'
export { type OriginalStore, type Originals, OriginalsUnavailable } from './media/originals.ts'
export { removeErased } from './media/remove.ts'
export { eraseSentFiles } from './media/sent-by-visitors.ts'
export { findMedia } from './media/store.ts'
export { type TakeFileDeps, takeFile } from './media/take-file.ts'
export type { GeneralSettingsDeps } from './settings/general-settings.ts'
export type { SystemFacts } from './system-checks/facts.ts'
