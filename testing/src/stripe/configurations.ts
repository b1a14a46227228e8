import type { FakeConfiguration } from './model.ts'
import { of, type Params, textOf } from './params.ts'
import { known, Wrong } from './wrong.ts'

/** The capabilities of an account; it has not applied for Klarna. */
export const available = ['card', 'apple_pay', 'google_pay', 'link', 'sepa_debit', 'ideal', 'bancontact']
const all = [...available, 'klarna']

/** The payment method configurations of an account, and its domains for wallets. */
export function fakeConfigurations(id: (kind: string) => string) {
  const configurations = new Map<string, FakeConfiguration>()
  const domains: string[] = []
  const usual: FakeConfiguration = { id: id('pmc'), name: 'Default', is_default: true, on: new Set(available) }
  configurations.set(usual.id, usual)

  const show = ({ id: its, name, is_default, on }: FakeConfiguration) => ({
    id: its,
    object: 'payment_method_configuration',
    active: true,
    application: null,
    is_default,
    livemode: false,
    name,
    parent: null,
    ...Object.fromEntries(
      all.map((method) => {
        const value = on.has(method) ? 'on' : 'off'
        return [
          method,
          { available: available.includes(method) && on.has(method), display_preference: { overridable: null, preference: value, value } },
        ]
      }),
    ),
  })

  function choose({ on }: FakeConfiguration, params: Params): void {
    for (const method of all) {
      const preference = textOf(of(of(params[method])['display_preference'])['preference'])
      if (preference === 'on') on.add(method)
      if (preference === 'off') on.delete(method)
    }
  }

  return {
    configurations,
    domains,
    isOffered(configuration: string | null, method: string): boolean {
      const { on } = configuration === null ? usual : known(configurations, configuration, 'payment_method_configuration')
      return on.has(method) && available.includes(method)
    },
    /** Undefined for other calls. */
    answer(method: string, kind: string | undefined, named: string | undefined, params: Params): object | undefined {
      if (kind === 'payment_method_domains' && method === 'POST') {
        const domain = textOf(params['domain_name']) ?? ''
        if (!domain.includes('.')) throw new Wrong(400, { message: `Invalid domain: ${domain}`, param: 'domain_name' })
        domains.push(domain)
        return { id: id('pmd'), object: 'payment_method_domain', domain_name: domain, enabled: true }
      }
      if (kind !== 'payment_method_configurations') return undefined
      if (method === 'GET' && named === undefined)
        return { object: 'list', url: '/v1/payment_method_configurations', has_more: false, data: [...configurations.values()].map(show) }
      if (named === undefined) {
        const made: FakeConfiguration = { id: id('pmc'), name: textOf(params['name']) ?? '', is_default: false, on: new Set(available) }
        configurations.set(made.id, made)
        choose(made, params)
        return show(made)
      }
      const found = known(configurations, named, 'payment_method_configuration')
      if (method === 'POST') choose(found, params)
      return show(found)
    },
  }
}
