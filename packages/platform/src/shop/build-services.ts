import { join } from 'node:path'
import type { Kernel } from '../kernel/kernel.ts'
import { buildFileIntake, type FileIntake, type FileIntakeOptions } from './build-file-intake.ts'
import { type EmailDelivery, type Mailer, type MailerDeps, mailer } from './mail/mailer.ts'
import { bucketOriginals } from './media/bucket.ts'
import { type BucketSettings, bucketClient } from './media/bucket-client.ts'
import { localOriginals, type Originals } from './media/originals.ts'
import { bucketParts } from './media/resumable/bucket-parts.ts'
import { folderParts } from './media/resumable/folder-parts.ts'
import type { UploadParts } from './media/resumable/parts.ts'

/** `dataDir`: where originals of media lie, unless they have a bucket, and what is made from them. */
export interface ServicesOptions extends FileIntakeOptions {
  /** Where originals lie for processes on several machines. */
  readonly bucket?: BucketSettings | undefined
  readonly smtpUrl?: string | undefined
  /** Whether emails go to the inbox, which everybody reads, where there is no mail server; else they wait for one. */
  readonly inbox: boolean
}

/** What every area writes emails and reads files with. */
export interface ShopServices {
  readonly mailer: Mailer
  readonly delivery: EmailDelivery
  /** Where the bytes of media lie. */
  readonly originals: Originals
  /** What new files go through. */
  readonly fileIntake: FileIntake
  /** Where the bytes of uploads lie that are under way. */
  readonly uploadParts: UploadParts
}

export function buildServices(kernel: Kernel, options: ServicesOptions, noteActivity: MailerDeps['noteActivity']): ShopServices {
  const { database, clock, origin, report } = kernel
  const { dataDir, bucket, smtpUrl, inbox } = options
  const originals = bucket ? bucketOriginals(bucket) : localOriginals(join(dataDir, 'media'))
  return {
    delivery: smtpUrl !== undefined ? 'SMTP' : inbox ? 'INBOX' : 'WAITING',
    originals,
    fileIntake: buildFileIntake(kernel, originals, options),
    uploadParts: bucket ? bucketParts(bucketClient(bucket), join(dataDir, 'uploads', 'finished')) : folderParts(join(dataDir, 'uploads')),
    mailer: mailer({ db: database, now: () => clock.now(), report, domain: new URL(origin).hostname, smtpUrl, inbox, noteActivity }),
  }
}
