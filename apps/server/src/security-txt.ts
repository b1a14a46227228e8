import type { FastifyInstance } from 'fastify'

/** Where RFC 9116 has it. */
export const securityTxtPath = '/.well-known/security.txt'

/** RFC 9116 recommends less than a year. */
const goodForDays = 180

/** What an operator may name: an email address, or an address of a page or of anything else that takes reports. */
export const isContact = (text: string): boolean =>
  /^[^\s@:]+@[^\s@]+$/.test(text) || /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\S+)$/.test(text)

/**
 * The text that says where to report a vulnerability of this shop (RFC 9116).
 *
 * @example
 * securityTxt('security@shop.example', 'https://shop.example', new Date()) // 'Contact: mailto:security@shop.example\nExpires: …'
 */
export function securityTxt(contact: string, origin: string, now: Date): string {
  const expires = new Date(now.getTime() + goodForDays * 86_400_000)
  const lines = [
    `Contact: ${/^[a-z]+:/.test(contact) ? contact : `mailto:${contact}`}`,
    `Expires: ${expires.toISOString().slice(0, 10)}T00:00:00.000Z`,
    'Preferred-Languages: en',
    ...(origin.startsWith('https:') ? [`Canonical: ${origin}${securityTxtPath}`] : []),
  ]
  return `${lines.join('\n')}\n`
}

interface SecurityTxtDeps {
  readonly origin: string
  /** Named by the operator. */
  readonly contact: string | undefined
  /** The email address that the shop shows to everybody, if it shows one. */
  readonly shopEmail: () => Promise<string | undefined>
  readonly now: () => Date
}

/** Answers with whom the operator names, else with the email address of the shop; 404 where there is neither. */
export function mountSecurityTxt(app: FastifyInstance, { origin, contact, shopEmail, now }: SecurityTxtDeps): void {
  app.get(securityTxtPath, async (_request, reply) => {
    const to = contact ?? (await shopEmail())
    if (to === undefined || !isContact(to)) return reply.callNotFound()
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(securityTxt(to, origin, now()))
  })
}
