import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

/**
 * What axe decides by, as one text: elements with their attributes, without the words and the identifiers in them. Rows that follow one another
 * and look alike count once. Two pages of the same structure in the same theme and size get the same answer.
 */
export const structureOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const identifying =
      /^(id|for|name|key|value|href|src|srcset|action|content|datetime|title|alt|placeholder|aria-label|d|points|viewBox|aria-value(now|text))$/
    const referring =
      /^(aria-(labelledby|describedby|controls|owns|activedescendant|errormessage|details)|list|form|headers|popovertarget)$/
    const shape = (value: string) => (value.trim() === '' ? '' : 'x')
    const attribute = ({ name, value }: Attr) => {
      if (referring.test(name))
        return `${name}=${value
          .split(/\s+/)
          .map((id) => (document.getElementById(id) ? '+' : '-'))
          .join('')}`
      return `${name}=${identifying.test(name) ? shape(value) : value}`
    }
    const ids = new Map<string, number>()
    for (const { id } of document.querySelectorAll('[id]')) ids.set(id, (ids.get(id) ?? 0) + 1)
    const read = (node: Node): string => {
      if (node instanceof Text) return shape(node.data)
      if (!(node instanceof Element) || node.localName === 'script') return ''
      if (node.localName === 'style') return `<style>${node.textContent}`
      if (node.localName === 'link')
        return node.getAttribute('rel') === 'stylesheet' ? `<link ${new URL((node as HTMLLinkElement).href).pathname}>` : ''
      const attributes = [...node.attributes].map(attribute).sort()
      const state = [
        (ids.get(node.id) ?? 0) > 1 && 'twice',
        (node as HTMLInputElement).disabled && 'disabled',
        (node as HTMLInputElement).checked && 'checked',
        node.matches(':invalid') && 'invalid',
        node === document.activeElement && 'active',
        node.scrollHeight > node.clientHeight + 1 && 'taller',
        node.scrollWidth > node.clientWidth + 1 && 'wider',
      ].filter(Boolean)
      const children: string[] = []
      for (const child of node.childNodes) {
        const text = read(child)
        if (text !== '' && text !== children.at(-1)) children.push(text)
      }
      return `<${node.localName} ${attributes.join(' ')} ${state.join(' ')}>${children.join('')}</>`
    }
    const theme = matchMedia('(prefers-color-scheme: dark)').matches
    return `${innerWidth} ${theme} ${document.title === ''} ${read(document.documentElement)}`
  })

/** Where the journeys of one run leave which structures axe found nothing wrong with. */
const folder = process.env.VITRINE_TEST_DATA === undefined ? undefined : join(process.env.VITRINE_TEST_DATA, 'structures')

/** The file of a structure; undefined where each look is to be taken, as with `JOURNEYS=all`. */
export const fileOf = (structure: string): string | undefined =>
  folder === undefined || process.env.JOURNEYS === 'all'
    ? undefined
    : join(folder, createHash('sha256').update(structure).digest('base64url'))

export const isKnown = (file: string | undefined): boolean => file !== undefined && existsSync(file)

export function remember(file: string | undefined): void {
  if (file === undefined) return
  mkdirSync(folder!, { recursive: true })
  writeFileSync(file, '')
}
