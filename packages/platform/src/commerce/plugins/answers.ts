import type { PluginSettings } from '../../kernel/settings/plugin-settings.ts'
import { NoAnswer } from '../selling/outside-calls.ts'

export const stateOf = ({ id, revision }: PluginSettings): string => `${id} ${revision ?? 1}`
export const language = 'en'

export type Said = Readonly<Record<string, unknown>>
export const isObject = (value: unknown): value is Said => typeof value === 'object' && value !== null && !Array.isArray(value)
export const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
export const decimal = (value: unknown): string => (typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '')

/** The list under a name of an answer. */
export function listOf(answer: unknown, name: string, plugin: PluginSettings): readonly Said[] {
  const list = isObject(answer) ? answer[name] : undefined
  if (Array.isArray(list) && list.every(isObject)) return list
  throw new NoAnswer(`What ${plugin.name} said cannot be used.`, { code: 'UNUSABLE_ANSWER' })
}
