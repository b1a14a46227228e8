import type { Violation } from '@vitrine/contract'
import type { PluginSettings } from '../../kernel/settings/plugin-settings.ts'
import { NoAnswer } from '../selling/outside-calls.ts'
import type { ValidationProvider } from '../selling/validations.ts'
import { isObject, listOf, type Said, stateOf, text } from './answers.ts'
import type { CallPlugin } from './call.ts'

const mostViolations = 100
const longest = 1000

/** Asks whether something is in the way of an order. */
export const validationsOf = (plugin: PluginSettings, call: CallPlugin): ValidationProvider => ({
  id: plugin.id,
  name: plugin.name,
  state: stateOf(plugin),
  answerRequired: plugin.answerRequired ?? true,
  async violationsOf({ site, currency, language, purchaseFlowId, lineIds, requestOf }, signal) {
    const asked = requestOf(lineIds)
    const request = { ...asked, sourceInfo: { ...asked.sourceInfo, purchaseFlowId } }
    const violations = listOf(await call(plugin, { site, currency, language }, request, signal), 'violations', plugin)
    if (violations.length > mostViolations) throw new NoAnswer(`${plugin.name} said too much.`, { code: 'UNUSABLE_ANSWER' })
    return { violations: violations.map((violation) => violationOf(violation, plugin)) }
  },
})

function violationOf({ severity, target, description }: Said, plugin: PluginSettings): Violation {
  const said = text(description)
  if ((severity !== 'ERROR' && severity !== 'WARNING') || !said)
    throw new NoAnswer(`What ${plugin.name} said cannot be used.`, { code: 'UNUSABLE_ANSWER' })
  const line = isObject(target) && isObject(target['lineItem']) ? target['lineItem'] : undefined
  const [id, fix] = [text(line?.['id']), line?.['suggestedFix']]
  return {
    severity,
    target: id
      ? { lineItem: { name: 'LINE_ITEM_DEFAULT', id, ...(fix === 'REMOVE_LINE_ITEM' && { suggestedFix: fix }) } }
      : { other: { name: 'OTHER_DEFAULT' } },
    description: said.slice(0, longest),
  }
}
