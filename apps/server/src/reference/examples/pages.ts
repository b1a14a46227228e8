import type { Input } from '@vitrine/contract'
import type { Examples } from './type.ts'
import { id } from './values.ts'

const content: Input<'POST /vitrine/v1/pages'>['page']['content'] = [
  { kind: 'HEADING', level: 2, text: [{ text: 'Who we are' }] },
  { kind: 'PARAGRAPH', text: [{ field: 'SHOP_NAME' }, { text: ', ' }, { field: 'ADDRESS' }, { text: '. Write to ' }, { field: 'EMAIL' }] },
  { kind: 'LIST', items: [{ text: [{ text: 'What we ' }, { text: 'never', bold: true }, { text: ' do' }] }] },
]

export const pagesExamples = {
  'GET /vitrine/v1/navigation': {},
  'PATCH /vitrine/v1/navigation': {
    navigation: {
      menu: [
        { label: 'Tableware', href: '/collections/tableware', links: [{ label: 'Cups', href: '/collections/cups' }] },
        { label: 'About us', href: '/about' },
      ],
      groups: [{ title: 'Help', links: [{ label: 'Write to us', href: 'mailto:hello@morrow.example' }] }],
      words: 'Made in Berlin, one at a time.',
    },
  },
  'GET /vitrine/v1/look': {},
  'PATCH /vitrine/v1/look': {
    look: {
      colors: { light: { paper: '#f5f6f4', ink: '#15191c', accent: '#1d3fc4' } },
      fonts: { display: 'ARCHIVO', text: 'ARCHIVO' },
      corners: 'ROUND',
      sections: [
        { kind: 'collections', title: 'What we build' },
        { kind: 'shelf', title: 'New' },
      ],
    },
  },
  'POST /vitrine/v1/look-previews': { look: { corners: 'SHARP' } },
  'GET /vitrine/v1/look-previews/{token}': { token: 'eyJhbGciOi…' },
  'GET /vitrine/v1/look/versions': {},
  'POST /vitrine/v1/look/versions/{version}/restore': { version: '3' },
  'GET /vitrine/v1/pages': {},
  'POST /vitrine/v1/pages': {
    page: { kind: 'PRIVACY', slug: 'privacy', title: 'Privacy', content, inFooter: true, inCheckout: true },
  },
  'GET /vitrine/v1/page-templates': { region: 'EU' },
  'POST /vitrine/v1/pages/from-templates': { region: 'EU', kinds: ['IMPRINT', 'PRIVACY', 'TERMS', 'WITHDRAWAL'] },
  'GET /vitrine/v1/pages/{id}': { id },
  'PATCH /vitrine/v1/pages/{page.id}': { page: { id, revision: '1', seo: { description: 'What we keep of you, and why.' } } },
  'DELETE /vitrine/v1/pages/{id}': { id },
  'POST /vitrine/v1/pages/{id}/publish': { id, revision: '2' },
  'POST /vitrine/v1/pages/{id}/unpublish': { id },
  'GET /vitrine/v1/pages/{id}/versions': { id },
  'GET /vitrine/v1/pages/{id}/versions/{version}': { id, version: '3' },
  'POST /vitrine/v1/pages/{id}/versions/{version}/restore': { id, version: '3' },
  'POST /vitrine/v1/pages/{id}/preview': { id },
  'GET /vitrine/v1/page-previews/{token}': { token: 'eyJhbGciOi…' },
  'GET /vitrine/v1/published-pages/{slug}': { slug: 'privacy' },
} satisfies Partial<Examples>
