import { withTexts } from '@vitrine/platform/shop/pages/document-rules'
import { euTemplates } from '@vitrine/platform/shop/pages/templates/eu'
import { heading, list, paragraph, template } from '@vitrine/platform/shop/pages/templates/template'

type PageTemplate = (typeof euTemplates)[number]
type PageBlock = PageTemplate['content'][number]

/** What Morrow writes in the places that the templates leave to a merchant. */
const written: Readonly<Record<string, string>> = {
  '[ten]': 'ten',
  '[name and seat of your providers]': 'machines of our own, in the cellar of the studio in Berlin',
  '[name of the authority in your country]': 'the one of the state of Berlin',
  '[we confirm the order / the goods are on their way]': 'the goods are on their way',
  '[You will have to bear the direct cost of returning the goods. / We will bear the cost of returning the goods.]':
    'We will bear the cost of returning the goods.',
  '[What you know of, or: We know of nothing at present.]':
    'The models that can be turned on the pages of products are described in words beside them, not part by part.',
  '[five]': 'five',
}

const fill = (text: string): string => Object.entries(written).reduce((said, [gap, by]) => said.replaceAll(gap, by), text)

const filled = (block: PageBlock): PageBlock =>
  withTexts(block, (spans) => spans.map((span) => (span.text === undefined ? span : { ...span, text: fill(span.text) })))

const imprint = template(
  'IMPRINT',
  'imprint',
  'Imprint',
  heading('Who runs this shop'),
  paragraph('{SHOP_NAME}, owner Mira Sommer\n{ADDRESS}'),
  heading('How to reach us'),
  paragraph('Email: {EMAIL}'),
  paragraph('Telephone: {PHONE}'),
  heading('Register and tax'),
  paragraph('Amtsgericht Charlottenburg, HRA 40112'),
  paragraph('{TAX_IDS}'),
  heading('Disputes'),
  paragraph('We are not willing and not obliged to take part in a dispute resolution procedure before a consumer arbitration board.'),
  heading('A shop to look at'),
  paragraph('This is the demo shop of Vitrine. There is no such studio: nothing that is ordered here is made, sent or charged.'),
)

const returns = template(
  'RETURNS',
  'returns',
  'Returns, thirty days',
  heading('Thirty days'),
  paragraph('Whatever you bought can come back for thirty days from the day on which it arrived, also after the first coffee.'),
  heading('How'),
  list(
    'Open your order, from the email or in your account, and press “Send something back”.',
    'Say which pieces and why. In the first fourteen days nobody has to look at it before you may send it.',
    'Pack it as it came. We pay for the way back.',
  ),
  paragraph('You get your money back the way you paid, or, if you like it better, another piece or a gift card.'),
  heading('What the law gives you'),
  paragraph('The right of withdrawal in the first fourteen days is on a page of its own. This is more than that, and takes nothing away.'),
)

const titles: Partial<Record<PageTemplate['kind'], string>> = { TERMS: 'Terms', SHIPPING: 'Delivery' }
/** Linked beside the help at the foot, and not below it. */
const inHelp: ReadonlySet<PageTemplate['kind']> = new Set(['SHIPPING', 'RETURNS', 'ACCESSIBILITY'])

/** The pages that a shop of the Union has to have, as Morrow has written them from the templates. */
export const pages: readonly PageTemplate[] = [
  imprint,
  ...euTemplates
    .filter(({ kind }) => kind !== 'IMPRINT')
    .map((page) => ({ ...page, title: titles[page.kind] ?? page.title, content: page.content.map(filled) })),
  returns,
].map((page) => ({ ...page, inFooter: !inHelp.has(page.kind), inCheckout: page.inCheckout && page.kind !== 'RETURNS' }))
