import { data } from 'react-router'
import { bankCookie } from '../checkout/bank-cookie.server.ts'
import { checkoutPath } from '../checkout/checkout.ts'
import { payByWallet, shipBy, shipTo } from '../express/express.server.ts'
import { text } from '../express/read-text.ts'
import type { StepAnswer, WalletAddress, WalletBuyer } from '../express/steps.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/express-step.ts'

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}

function readAddress(value: unknown): WalletAddress {
  const { line1, line2, city, state, country, postal_code } = fields(value)
  return {
    line1: text(line1),
    line2: text(line2),
    city: text(city),
    state: text(state),
    country: /^[A-Z]{2}$/.test(text(country)) ? text(country) : '',
    postal_code: text(postal_code),
  }
}

function readBuyer(value: unknown): WalletBuyer {
  const { name, email, phone, shipping, billing } = fields(value)
  const to = shipping ? fields(shipping) : undefined
  return {
    name: text(name),
    email: text(email),
    phone: text(phone),
    shipping: to ? { name: text(to['name']), address: readAddress(to['address']) } : null,
    billing: billing ? readAddress(billing) : null,
  }
}

/** One step of a buyer on the wallet's sheet. */
export async function action({ request, context }: Route.ActionArgs) {
  const here = visit(context)
  const form = await request.formData()
  const said = (name: string) => text(form.get(name))
  const json = (name: string): unknown => {
    try {
      return JSON.parse(String(form.get(name) ?? 'null').slice(0, 5000))
    } catch {
      return null
    }
  }
  switch (form.get('intent')) {
    case 'address':
      return data<StepAnswer>(await shipTo(here, said('checkout'), readAddress(json('address'))))
    case 'rate':
      return data<StepAnswer>(await shipBy(here, said('checkout'), said('rate')))
    case 'pay': {
      const ended = await payByWallet(here, {
        checkout: said('checkout'),
        session: said('session') || undefined,
        buyer: readBuyer(json('buyer')),
        total: said('total'),
        key: said('key').slice(0, 100) || crypto.randomUUID(),
        policiesAgreed: form.has('agreed'),
      })
      if ('go' in ended) return data<StepAnswer>(ended)
      const cookie = bankCookie(checkoutPath(ended.checkout), ended, here.host)
      return data<StepAnswer>({ confirmation: ended.confirmation }, { headers: { 'Set-Cookie': cookie } })
    }
    default:
      throw data(null, { status: 400 })
  }
}
