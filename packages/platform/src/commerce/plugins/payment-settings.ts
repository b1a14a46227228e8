import type { PluginSettings } from '../../kernel/settings/plugin-settings.ts'
import { NoAnswer } from '../selling/outside-calls.ts'
import type { PaymentSettingsProvider } from '../selling/payment-settings-services.ts'
import { isObject, stateOf } from './answers.ts'
import type { CallPlugin } from './call.ts'

/** Asks what is demanded of the payment of an order. */
export const paymentSettingsOf = (plugin: PluginSettings, call: CallPlugin): PaymentSettingsProvider => ({
  id: plugin.id,
  name: plugin.name,
  state: stateOf(plugin),
  fallback: { requires3dSecure: plugin.requires3dSecureFallback ?? false },
  async demandsOf({ site, currency, language, order }, signal) {
    const answer = await call(plugin, { site, currency, language }, { order }, signal)
    const said = isObject(answer) ? answer['paymentSettings'] : undefined
    const demanded = isObject(said) ? (said['requires3dSecure'] ?? false) : undefined
    if (typeof demanded !== 'boolean') throw new NoAnswer(`What ${plugin.name} said cannot be used.`, { code: 'UNUSABLE_ANSWER' })
    return { requires3dSecure: demanded }
  },
})
