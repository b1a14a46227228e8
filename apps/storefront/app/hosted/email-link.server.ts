import { attempt } from '@vitrine/client'

const longest = 2000
const ranOut: ReadonlySet<string> = new Set([
  'BACK_IN_STOCK_LINK_EXPIRED',
  'NEWSLETTER_LINK_EXPIRED',
  'REVIEW_LINK_EXPIRED',
  'REMINDER_LINK_EXPIRED',
  'INVALID_ARGUMENT',
])

export const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token')?.slice(0, longest)

/** What the shop says of the link of an email; undefined where the link has run out. */
export async function ofLink<T>(answer: Promise<T>): Promise<T | undefined> {
  const [refused, found] = await attempt(answer)
  if (refused && !ranOut.has(refused.code)) throw refused
  return found
}

/** What somebody wants who comes from an email: by the form of the page, or by their mail program, which posts to the link itself (RFC 8058). */
export async function readUnsubscribing(request: Request): Promise<{ token: string; intent: string; id: string }> {
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  return { token: text('token').slice(0, longest) || (tokenOf(request) ?? ''), intent: text('intent') || 'stop', id: text('id') }
}
