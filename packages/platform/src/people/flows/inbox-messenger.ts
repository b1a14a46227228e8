import { html } from '../../shop/index.ts'
import type { Messenger } from '../authentication/second-proof.ts'
import type { AccountEmailsDeps } from './account-emails.ts'

/** Telephones of a shop that only tries itself out: what they would ring with lies in the inbox. */
export const inboxMessenger = ({
  database,
  mailer,
  readSettings,
}: Pick<AccountEmailsDeps, 'database' | 'mailer' | 'readSettings'>): Messenger => ({
  kinds: new Set(['SMS', 'CALL']),
  async send({ site, key, kind, to, code }) {
    const { mail, shop } = await readSettings(database, site)
    const says =
      kind === 'SMS'
        ? `${code} is your code for ${shop.name}.`
        : `A voice says: your code for ${shop.name} is ${Array.from(code).join(', ')}.`
    const text = `${kind === 'SMS' ? 'Text message' : 'Call'} to ${to}\n\n${says}\n`
    await mailer.send({ site, key, from: mail.from, to, subject: says, text, html: String(html`<p>${text}</p>`) })
  },
})
