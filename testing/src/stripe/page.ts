import type { ServerResponse } from 'node:http'
import type { FakeSession, Way } from './model.ts'

/** The page: what a buyer can do there, each a button. */
export function page(
  response: ServerResponse,
  method: string,
  session: FakeSession | undefined,
  way: string | undefined,
  visit: (sessionId: string, way: Way) => string | undefined,
): void {
  if (!session) return void response.writeHead(404).end()
  const show = (title: string, buttons: readonly (readonly [string, string])[], note = '') =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1><p role="status">${note}</p><form method="post">${buttons
          .map(([value, label]) => `<button name="way" value="${value}">${label}</button>`)
          .join(' ')}</form></main></html>`,
      )
  const first = [
    ['PAY', 'Pay'],
    ['SECURE', 'Pay with a card that asks'],
    ['DECLINE', 'Pay with a card that is refused'],
    ['LEAVE', 'Back'],
  ] as const
  const goTo = (where: string) => response.writeHead(303, { location: where }).end()
  if (session.status !== 'open') return void show('This page has expired', [])
  if (method !== 'POST') return void show(`Pay ${(session.amount_total / 100).toFixed(2)} ${session.currency}`, first)
  if (way === 'LEAVE') return void goTo(session.cancel_url ?? session.success_url)
  if (way === 'SECURE')
    return void show('Your bank asks: is it you?', [
      ['PAY', 'Complete'],
      ['DECLINE', 'Fail'],
    ])
  const where = visit(session.id, way === 'PAY' ? 'PAY' : 'DECLINE')
  if (where) return void goTo(where)
  show(`Pay ${(session.amount_total / 100).toFixed(2)} ${session.currency}`, first, 'Your card was declined.')
}
