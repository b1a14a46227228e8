import type { Received, ServicePlugin, servicePlugins } from '@vitrine/contract'
import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Handlers, Scope } from '../../kernel/http/handlers.ts'
import type { Outbound } from '../../kernel/outbound/outbound.ts'
import { refuse } from '../../kernel/refusal.ts'
import { lockSection, readSection } from '../../kernel/settings/change.ts'
import { appOf, type PluginAlgorithm, type PluginSettings, type PluginType } from '../../kernel/settings/plugin-settings.ts'
import { firstState, nextState, showRevised, staleOf } from '../../kernel/settings/revised.ts'
import type { CommerceSettings } from '../../kernel/settings/sections.ts'
import { writeSettings } from '../../kernel/settings/settings.ts'
import { NoAnswer } from '../selling/outside-calls.ts'
import type { CallPlugin } from './call.ts'
import type { PluginKeys } from './keys.ts'
import { sampleOf } from './samples.ts'

export interface PluginDeps {
  readonly keys: PluginKeys
  /** How long a service is waited for where nothing is said. */
  readonly timeoutMs: number
  readonly outbound: Pick<Outbound, 'refusalOf'>
  /** Asks a service once. */
  readonly ask: CallPlugin
  readonly commerce: (db: Db, site: string) => Promise<CommerceSettings>
}

type Whole = Received<'POST /vitrine/v1/service-plugins'>['servicePlugin']
type Sent = { readonly [Field in keyof Whole]?: Whole[Field] | undefined }

const nobodyHasIt: { readonly [T in PluginType]?: string } = { GIFT_CARDS: 'GIFT_CARD_NOT_FOUND', INVENTORY: 'DECREMENT_NOT_POSSIBLE' }

const pluginsAtMost = 20
/** Characters of an answer. */
const shownAtMost = 4000
const none = { plugins: [] }

export function pluginOperations({ keys, timeoutMs, outbound, ask, commerce }: PluginDeps): Handlers<typeof servicePlugins> {
  const lock = async ({ db, site, now }: Scope<'user'>) => {
    const { document, since } = await lockSection(db, site, 'plugins', none, now)
    return { plugins: document.plugins, since }
  }
  const notCalled = (url: string) => {
    const reason = outbound.refusalOf(url)
    return reason && refuse('OUTBOUND_ADDRESS_NOT_ALLOWED', { url, reason })
  }
  const save = ({ db, site, now }: Scope<'user'>, plugins: readonly PluginSettings[]) =>
    writeSettings(db, site, 'plugins', { plugins }, now)
  const shown = async (site: string, plugin: PluginSettings, since: Date): Promise<ServicePlugin> => ({
    id: plugin.id,
    appId: appOf(plugin),
    type: plugin.type,
    name: plugin.name,
    baseUrl: plugin.baseUrl,
    active: plugin.active,
    timeoutMs: plugin.timeoutMs ?? timeoutMs,
    backupRateRequired: plugin.backupRateRequired ?? false,
    ...(plugin.fallbackFee && { fallbackFee: plugin.fallbackFee }),
    unsupportedCountries: [...(plugin.unsupportedCountries ?? [])],
    answerRequired: plugin.answerRequired ?? true,
    algorithms: [...(plugin.algorithms ?? [])],
    requires3dSecureFallback: plugin.requires3dSecureFallback ?? false,
    updatedMethods: plugin.updatedMethods ?? false,
    publicKey: (await keys.of(site)).publicKey,
    ...showRevised(plugin, since),
  })

  return {
    async 'POST /vitrine/v1/service-plugins'({ servicePlugin }, scope) {
      const refused = notCalled(servicePlugin.baseUrl)
      if (refused) return refused
      const { plugins, since } = await lock(scope)
      if (plugins.length >= pluginsAtMost) return refuse('MAX_SERVICE_PLUGINS_REACHED', { limit: pluginsAtMost })
      const id = servicePlugin.id?.toLowerCase() ?? newId()
      if (plugins.some((one) => one.id === id)) return refuse('SERVICE_PLUGIN_ALREADY_EXISTS', { id })
      const { type, name, baseUrl } = servicePlugin
      const made = { ...written({ id, type, name, baseUrl, active: true }, servicePlugin), ...firstState(scope.now) }
      await save(scope, [...plugins, made])
      return { servicePlugin: await shown(scope.site, made, since) }
    },

    async 'GET /vitrine/v1/service-plugins'(_, { db, site }) {
      const saved = await readSection(db, site, 'plugins')
      return { servicePlugins: await Promise.all((saved?.document.plugins ?? []).map((plugin) => shown(site, plugin, saved!.since))) }
    },

    async 'POST /vitrine/v1/service-plugins/{id}/test'({ id }, { db, site }) {
      const saved = await readSection(db, site, 'plugins')
      const plugin = saved?.document.plugins.find((one) => one.id === id.toLowerCase())
      if (!plugin) return refuse('SERVICE_PLUGIN_NOT_FOUND')
      const { currency, locale } = await commerce(db, site)
      const asked = { site, currency, language: locale.slice(0, 2) }
      const before = performance.now()
      const answer = await ask(plugin, asked, sampleOf(plugin, currency), new AbortController().signal).catch((error: unknown) => {
        // Nobody has what it is asked about: so it was heard, and understood.
        if (error instanceof NoAnswer && error.code === nobodyHasIt[plugin.type]) return { applicationError: { code: error.code } }
        if (error instanceof NoAnswer) return error
        throw error
      })
      const milliseconds = Math.round(performance.now() - before)
      if (answer instanceof NoAnswer)
        return { result: { answered: false, milliseconds, error: { code: answer.code, description: answer.message } } }
      return { result: { answered: true, milliseconds, answer: JSON.stringify(answer, null, 2).slice(0, shownAtMost) } }
    },

    async 'PATCH /vitrine/v1/service-plugins/{servicePlugin.id}'({ servicePlugin: { id, revision, ...sent } }, scope) {
      const refused = sent.baseUrl ? notCalled(sent.baseUrl) : undefined
      if (refused) return refused
      const { plugins, since } = await lock(scope)
      const before = plugins.find((plugin) => plugin.id === id.toLowerCase())
      if (!before) return refuse('SERVICE_PLUGIN_NOT_FOUND')
      const stale = staleOf(before, revision)
      if (stale) return stale
      const after = { ...written(before, sent), ...nextState(before, scope.now) }
      await save(
        scope,
        plugins.map((plugin) => (plugin === before ? after : plugin)),
      )
      return { servicePlugin: await shown(scope.site, after, since) }
    },

    async 'DELETE /vitrine/v1/service-plugins/{id}'({ id }, scope) {
      const { plugins } = await lock(scope)
      const left = plugins.filter((plugin) => plugin.id !== id.toLowerCase())
      if (left.length === plugins.length) return refuse('SERVICE_PLUGIN_NOT_FOUND')
      await save(scope, left)
      return {}
    },
  }
}

/** A service after what was sent: absent leaves unchanged, null resets. */
function written({ id, type, ...before }: PluginSettings, sent: Sent): PluginSettings {
  const saved = <T>(value: T | undefined, said: T | null | undefined) => (said === undefined ? value : (said ?? undefined))
  const [wait, backup] = [saved(before.timeoutMs, sent.timeoutMs), saved(before.backupRateRequired, sent.backupRateRequired)]
  const [fallback, countries] = [saved(before.fallbackFee, sent.fallbackFee), saved(before.unsupportedCountries, sent.unsupportedCountries)]
  const required = saved(before.answerRequired, sent.answerRequired)
  const secure = saved(before.requires3dSecureFallback, sent.requires3dSecureFallback)
  const updated = saved(before.updatedMethods, sent.updatedMethods)
  const algorithms = sent.algorithms === undefined ? before.algorithms : algorithmsOf(sent.algorithms ?? [])
  const appId = saved(before.appId, sent.appId)?.toLowerCase()
  return {
    id,
    ...(appId && appId !== id && { appId }),
    type,
    name: sent.name ?? before.name,
    baseUrl: (sent.baseUrl ?? before.baseUrl).replace(/\/+$/, ''),
    active: sent.active === undefined ? before.active : (sent.active ?? true),
    ...(wait !== undefined && { timeoutMs: wait }),
    ...(backup && { backupRateRequired: backup }),
    ...(fallback && { fallbackFee: fallback }),
    ...(required === false && { answerRequired: false }),
    ...(countries?.length && { unsupportedCountries: [...countries] }),
    ...(algorithms?.length && { algorithms }),
    ...(secure && { requires3dSecureFallback: true }),
    ...(updated && { updatedMethods: true }),
  }
}

/** Those that were sent, each id once. */
function algorithmsOf(sent: NonNullable<Whole['algorithms']>): readonly PluginAlgorithm[] {
  const known = new Map<string, PluginAlgorithm>()
  for (const { algorithmId, additionalInfo, ...rest } of sent) {
    const id = algorithmId.toLowerCase()
    if (!known.has(id)) known.set(id, { algorithmId: id, ...rest, ...(additionalInfo && { additionalInfo }) })
  }
  return [...known.values()]
}
