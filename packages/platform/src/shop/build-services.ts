import { join } from 'node:path'
import type { Kernel } from '../kernel/kernel.ts'
import { type EmailDelivery, type Mailer, type MailerDeps, mailer } from './mail/mailer.ts'
import { bucketOriginals } from './media/bucket.ts'
import { type BucketSettings, bucketClient } from './media/bucket-client.ts'
import { localOriginals, type Originals } from './media/originals.ts'
import { bucketParts } from './media/resumable/bucket-parts.ts'
import { folderParts } from './media/resumable/folder-parts.ts'
import type { UploadParts } from './media/resumable/parts.ts'

export interface ServicesOptions {
  /** Where originals of media lie, unless they have a bucket, and what is made of them. */
  readonly dataDir: string
  /** Where originals lie for processes on several machines. */
  readonly bucket?: BucketSettings | undefined
  readonly smtpUrl?: string | undefined
  /** The program that opens films and sound: `off` for none; `ffmpeg` of the machine where nothing is said. */
  readonly ffmpeg?: string | undefined
  /** Whether emails go to the inbox, which everybody reads, where there is no mail server; else they wait for one. */
  readonly inbox: boolean
}

/** What every area writes emails and reads files with. */
export interface ShopServices {
  readonly mailer: Mailer
  readonly delivery: EmailDelivery
  /** Where the bytes of media lie. */
  readonly originals: Originals
  /** Where the bytes of uploads lie that are under way. */
  readonly uploadParts: UploadParts
}

export const buildServices = (
  { database, clock, origin, report }: Kernel,
  { dataDir, bucket, smtpUrl, inbox }: ServicesOptions,
  noteActivity: MailerDeps['noteActivity'],
): ShopServices => ({
  delivery: smtpUrl !== undefined ? 'SMTP' : inbox ? 'INBOX' : 'WAITING',
  originals: bucket ? bucketOriginals(bucket) : localOriginals(join(dataDir, 'media')),
  uploadParts: bucket ? bucketParts(bucketClient(bucket), join(dataDir, 'uploads', 'finished')) : folderParts(join(dataDir, 'uploads')),
  mailer: mailer({ db: database, now: () => clock.now(), report, domain: new URL(origin).hostname, smtpUrl, inbox, noteActivity }),
})
