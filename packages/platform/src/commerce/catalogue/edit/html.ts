import sanitize from 'sanitize-html'

/** What a merchant may write in a description: text with structure, links and pictures, nothing that runs or loads something else. */
export const safeHtml = (html: string): string =>
  sanitize(html, {
    allowedTags: [...sanitize.defaults.allowedTags, 'img', 'del', 'ins'],
    allowedAttributes: {
      a: ['href', 'title', 'rel', 'target'],
      img: ['src', 'alt', 'width', 'height'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan', 'scope'],
      '*': ['dir', 'lang'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    transformTags: {
      a: (tagName, attribs) => ({ tagName, attribs: attribs['target'] === '_blank' ? { ...attribs, rel: 'noopener' } : attribs }),
    },
  })
