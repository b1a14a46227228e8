import { mergeAttributes, Node } from '@tiptap/core'
import type { PageField } from '@vitrine/contract'
import { fieldNames } from './text.ts'

/** What the settings say, in the middle of a text. `values` are what they say now. */
export const fieldNode = (values: ReadonlyMap<PageField, string>) =>
  Node.create({
    name: 'field',
    group: 'inline',
    inline: true,
    atom: true,
    addAttributes: () => ({ field: { default: 'SHOP_NAME' } }),
    parseHTML: () => [{ tag: 'span[data-field]', getAttrs: (element) => ({ field: element.getAttribute('data-field') }) }],
    renderHTML({ node, HTMLAttributes }) {
      const field = node.attrs['field'] as PageField
      const value = values.get(field)
      return [
        'span',
        mergeAttributes(HTMLAttributes, { class: 'token', 'data-field': field }),
        `${fieldNames[field] ?? field}: ${value || 'nothing set'}`,
      ]
    },
    renderText: ({ node }) => values.get(node.attrs['field'] as PageField) ?? '',
  })

/** A picture of the library, on a line of its own. */
export const pictureNode = Node.create({
  name: 'picture',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ id: { default: '' }, alt: { default: '' }, width: { default: 1 }, height: { default: 1 } }),
  parseHTML: () => [{ tag: 'img[data-picture]', getAttrs: (element) => ({ id: element.getAttribute('data-picture') }) }],
  renderHTML: ({ node: { attrs } }) => [
    'img',
    {
      'data-picture': String(attrs['id']),
      src: `/media/${encodeURIComponent(String(attrs['id']))}/v1/fit/w_800,h_800`,
      alt: String(attrs['alt']),
      width: String(attrs['width']),
      height: String(attrs['height']),
    },
  ],
})
