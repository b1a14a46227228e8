import { appOf, type PluginSettings } from '../../kernel/settings/plugin-settings.ts'
import type { InventoryService, StockQuestion } from '../selling/inventory-services.ts'
import { NoAnswer } from '../selling/outside-calls.ts'
import type { CallPlugin, FurtherQuestion } from './call.ts'

/** Asks another app to take units of what it sells out of its stock, and to put them back. */
export function inventoryOf(plugin: PluginSettings, call: CallPlugin): InventoryService {
  async function told(
    { site, currency, language, requestId, orderId, reason, items }: StockQuestion,
    more: object,
    no: string,
    signal: AbortSignal,
    question?: FurtherQuestion,
  ): Promise<'DONE' | 'REFUSED'> {
    const request = {
      items: items.map(({ reference, quantity, subscription }) => ({
        catalogReference: reference,
        quantity,
        subscriptionItem: subscription ?? false,
      })),
      ...more,
      orderId,
      reason,
    }
    try {
      await call(plugin, { site, currency, language, requestId }, request, signal, question)
      return 'DONE'
    } catch (error) {
      if (error instanceof NoAnswer && error.code === no) return 'REFUSED'
      throw error
    }
  }

  return {
    id: plugin.id,
    appId: appOf(plugin),
    name: plugin.name,
    active: plugin.active,
    answerRequired: plugin.answerRequired ?? true,
    since: new Date(plugin.updatedAt ?? plugin.createdAt ?? 0),
    decrement: (question, restricted, signal) => told(question, { restrictInventoryValue: restricted }, 'DECREMENT_NOT_POSSIBLE', signal),
    increment: (question, signal) => told(question, {}, 'INCREMENT_NOT_POSSIBLE', signal, 'INCREMENT_STOCK'),
  }
}
