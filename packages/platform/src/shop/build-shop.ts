import type { PartitionedTable } from '../kernel/events/partitions.ts'
import { type AreaJobs, everyMinute } from '../kernel/jobs/area-jobs.ts'
import type { JobSource } from '../kernel/jobs/job-source.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { usualMonths } from './audit/forget.ts'
import { keepTables } from './audit/keep-tables.ts'
import { type AdminFacts, buildAdmin } from './build-admin.ts'
import { buildEmails, type OrderEmailFacts } from './build-emails.ts'
import type { FileIntakeOptions } from './build-file-intake.ts'
import { buildFiles } from './build-files.ts'
import { buildLook, type LookFacts } from './build-look.ts'
import { buildPages, type PageFacts } from './build-pages.ts'
import { buildRequestLog, type RequestLogFacts } from './build-request-log.ts'
import type { ShopServices } from './build-services.ts'
import { buildWebhooks, type WebhookFacts } from './build-webhooks.ts'
import { exportLinks } from './exports/export-links.ts'
import { type ExportDeps, exportOperations } from './exports/operations.ts'
import { exportRoute } from './exports/routes.ts'
import { renameShop } from './flows/rename-shop.ts'
import { jobOperations } from './jobs/operations.ts'
import { countUnsentEmails } from './mail/count-unsent.ts'
import type { EmailDeps } from './mail/email-operations.ts'
import type { LibraryDeps } from './media/library-operations.ts'
import { publishedSiteOperations } from './published-site/operations.ts'
import { sitePropertiesOperations } from './published-site/properties.ts'
import { shopSettingsOperations } from './settings/checkout-settings.ts'
import { changeGeneralSettings, type GeneralSettingsDeps, generalSettingsOperations } from './settings/general-settings.ts'
import { navigationOperations } from './settings/navigation.ts'
import { shopOperations } from './settings/public-shop.ts'
import { type SystemCheckDeps, systemChecker, systemCheckOperations } from './system-checks/operations.ts'

/** What the shop asks of people and of commerce. */
export interface ShopFacts extends AdminFacts, PageFacts, LookFacts, WebhookFacts, RequestLogFacts {
  readonly findStaffMail: EmailDeps['findStaffMail']
  readonly orderEmails: OrderEmailFacts
  readonly exports: ExportDeps['sources']
  readonly files: Pick<LibraryDeps, 'usesInCatalogue' | 'usedInCommerce'>
  /** What others do in the background beside events. */
  readonly jobSources: readonly JobSource[]
  readonly prices: Omit<GeneralSettingsDeps, 'readSettings' | 'usualAuditMonths' | 'renamed'>
  /** Tables that are partitioned, beside the audit log. */
  readonly tables: readonly PartitionedTable[]
  readonly installation: Omit<SystemCheckDeps['installation'], 'publicUrl' | 'hasSecret' | 'delivery'>
}

/** What surrounds a shop: its settings, emails, files, exports, and what merchants see of how it goes. */
export function buildShop(kernel: Kernel, services: ShopServices, options: Pick<FileIntakeOptions, 'dataDir'>, facts: ShopFacts) {
  const { database, real, origin, sites, wrap, readSettings, report } = kernel
  const { mailer, delivery, originals, uploadParts } = services
  const emails = buildEmails(kernel, services, facts.orderEmails, facts.findStaffMail)
  const { dataDir } = options
  const files = buildFiles(kernel, services, options, facts.files, facts.staffNames)
  const admin = buildAdmin(kernel, facts)
  const pages = buildPages(kernel, facts)
  const webhooks = buildWebhooks(kernel, services, { ask: admin.ask, readCart: facts.readCart })
  const requests = buildRequestLog(kernel, facts)
  const exports = exportLinks(kernel, facts.sealing, facts.exports)
  const systemChecks = systemChecker({
    database,
    clock: real,
    dataDir,
    ffmpeg: files.ffmpeg,
    installation: { ...facts.installation, publicUrl: origin, hasSecret: wrap.id !== null, delivery },
    async settingsOf(db, site) {
      const { payments, shop } = await readSettings(db, site)
      const manual = (payments?.offline ?? []).filter(({ active }) => active !== false)
      return {
        isOpen: shop.closed !== true,
        manualMethods: manual.map(({ name }) => name),
        ...(payments?.mode === 'LIVE' && payments.stripe && { stripe: payments.stripe.mode }),
      }
    },
  })
  const general = { readSettings, usualAuditMonths: usualMonths, renamed: renameShop(readSettings), ...facts.prices }
  const keep = () => keepTables({ database, real, sites, tables: [...facts.tables, ...webhooks.tables] })
  const jobs: AreaJobs = {
    events: emails.jobs,
    eachMinute: [
      { queue: 'waiting-emails', every: everyMinute, run: () => mailer.sendWaiting() },
      ...files.eachMinute,
      ...webhooks.eachMinute,
    ],
    eachHour: files.eachHour,
    sweeps: [...files.sweeps, requests.sweep],
    others: [{ queue: 'partitions', every: '17 3 * * *', run: keep }],
  }
  return {
    operations: {
      ...emails.operations,
      ...files.operations,
      ...jobOperations({ media: files.mediaJobs, fetches: files.fetchJobs, others: facts.jobSources }),
      ...admin.operations,
      ...exportOperations(exports.deps),
      ...shopOperations({ publicUrl: origin, readSettings, ...facts.catalogue }),
      ...shopSettingsOperations({ readSettings }),
      ...generalSettingsOperations(general),
      ...pages.operations,
      ...webhooks.operations,
      ...requests.operations,
      ...publishedSiteOperations,
      ...sitePropertiesOperations({ readSettings, publicUrl: origin, changeGeneral: changeGeneralSettings(general) }),
      ...navigationOperations({ readSettings }),
      ...buildLook(kernel, facts),
      ...systemCheckOperations(systemChecks),
    },
    jobs,
    auditing: admin.auditing,
    recording: requests.recording,
    routes: {
      media: files.media,
      uploads: files.uploads,
      resumable: files.resumable,
      fileLinks: files.fileLinks,
      exports: exportRoute(exports.route),
      inbox: emails.inbox,
      live: admin.live,
    },
    systemChecks,
    countUnsentEmails: () => countUnsentEmails(database, real.now()),
    poke() {
      admin.feed.poke()
      files.processing.poke()
      webhooks.runner.poke()
    },
    async settle() {
      await files.settle()
      await admin.reads.settle()
      await pages.settle()
      await webhooks.runner.settle()
      await requests.settle()
    },

    /** Rows find a place without it too, so a start does not hang on it. */
    begin: async () => {
      files.begin()
      await keep().catch((error: unknown) => report(error, 'partitions'))
    },
    endListening: () => admin.live.close(),
    endFiles: () => files.end(),
    endWebhooks: () => webhooks.runner.close(),
    async end() {
      await mailer[Symbol.asyncDispose]()
      await Promise.all([originals.close(), uploadParts.close()])
    },
  }
}

export type Shop = ReturnType<typeof buildShop>
