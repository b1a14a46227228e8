import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { minor } from '@vitrine/pricing'
import type { EmailBranding } from './branding.ts'
import { type OrderFacts, orderConfirmation } from './order-confirmation.ts'
import { columnsOf, plainWidth } from './plain.ts'

const shop: EmailBranding = {
  name: 'Morrow',
  url: 'https://morrow.example/',
  locale: 'en',
  timeZone: 'Europe/Berlin',
  address: ['Kastanienallee 77', '10435 Berlin'],
  help: 'Questions? Answer this email, Lene reads it.',
  picture: {
    url: 'https://morrow.example/media/breakfast.webp/fill/w_1200,h_600,enc_jpg',
    alt: 'A breakfast table in morning window light',
  },
}

const picture = (name: string) => ({ picture: { url: `https://morrow.example/media/${name}.webp/fill/w_144,h_180,enc_jpg`, alt: name } })

const hanna: OrderFacts = {
  shop,
  number: 'MRW-10482',
  placedAt: new Date('2026-11-21T10:54:00Z'),
  firstName: 'Hanna',
  currency: 'EUR',
  lines: [
    { name: 'Morning Mug', description: 'Sage, large', quantity: 2, amount: minor(6000), ...picture('mug') },
    { name: 'Espresso Cup & Saucer', description: 'Sage', quantity: 2, amount: minor(4800), ...picture('cup') },
    { name: 'Table Plate', description: 'Chalk', quantity: 2, amount: minor(6400), ...picture('plate') },
    { name: 'Morning Blend', description: '250 g, filter', quantity: 1, amount: minor(1450), ...picture('blend') },
  ],
  sums: {
    subtotal: minor(18650),
    discounts: [{ title: 'SLOWSUNDAY, 10 %', amount: minor(1865) }],
    delivery: { title: 'Delivery, standard', amount: minor(0) },
    giftCards: [{ title: 'Gift card ending 7K2P', amount: minor(2500) }],
    taxes: [{ name: 'VAT', percent: '19', amount: minor(2557) }],
    taxIncluded: true,
    total: minor(14285),
  },
  payment: { state: 'paid', method: 'Visa ending 4242' },
  delivery: {
    kind: 'shipping',
    to: ['Hanna Keller', 'Kastanienallee 24', 'Side wing, second floor', '10435 Berlin'],
    leaves: 'Berlin on Monday',
    arrives: 'Tue 24 to Wed 25 November',
  },
  statusUrl: 'https://morrow.example/order/abc?key=x&y=1',
  afterwards: {
    title: 'Changed your mind?',
    words: ['You can send everything back for thirty days. ', { link: 'How', url: 'https://morrow.example/returns' }, '.'],
  },
}

describe('the plain email', () => {
  test('says all of it, with the figures in one column', () => {
    assert.equal(
      orderConfirmation(hanna).text,
      `Morrow

Thank you, Hanna. We are wrapping.

Your order leaves Berlin on Monday and reaches you Tue 24 to
Wed 25 November. We write once more, with the tracking
number.

Follow the order:
https://morrow.example/order/abc?key=x&y=1

Order MRW-10482, Saturday 21 November 2026, 11:54
------------------------------------------------------------
Morning Mug                                           €60.00
  Sage, large × 2
Espresso Cup & Saucer                                 €48.00
  Sage × 2
Table Plate                                           €64.00
  Chalk × 2
Morning Blend                                         €14.50
  250 g, filter

------------------------------------------------------------
Pieces                                               €186.50
SLOWSUNDAY, 10 %                                     −€18.65
Delivery, standard                                      Free
Gift card ending 7K2P                                −€25.00

Paid by Visa ending 4242                             €142.85
VAT 19 % within it                                    €25.57

Goes to
Hanna Keller
Kastanienallee 24
Side wing, second floor
10435 Berlin

Changed your mind?
You can send everything back for thirty days. How
(https://morrow.example/returns).

------------------------------------------------------------
Questions? Answer this email, Lene reads it. You get this
email because you ordered; it is not a newsletter.
Morrow, Kastanienallee 77, 10435 Berlin
`,
    )
  })

  test('keeps its width with long names and wide emails', () => {
    const line = {
      name: 'Handgedrehter Frühstücksbecher mit zwei Henkeln und einem sehr, sehr langen Namen',
      description: '翠'.repeat(50),
      quantity: 12,
      amount: minor(123456789),
    }
    const { text } = orderConfirmation({ ...hanna, lines: [line, { ...line, name: '朝のマグカップ', quantity: 1 }] })
    const rows = text.split('\n').filter((row) => /€[\d,.]+$/.test(row))
    assert.ok(rows.length >= 7)
    for (const row of rows) assert.equal(columnsOf(row), plainWidth, row)
  })
})

describe('what it says', () => {
  const says = (facts: Partial<OrderFacts>) => orderConfirmation({ ...hanna, ...facts })
  const preheader = (facts: Partial<OrderFacts>) => /mso-hide:all">([^&]*)/.exec(says(facts).html)![1]

  test('the subject, and what lists show behind it', () => {
    assert.equal(says({}).subject, 'Thank you, Hanna. We are wrapping. Order MRW-10482')
    assert.equal(preheader({}), 'Seven pieces leave Berlin on Monday and reach you Tue 24 to Wed 25 November.')
    assert.equal(preheader({ lines: [hanna.lines[3]!], delivery: { kind: 'shipping', to: [] } }), 'One piece. We write when it leaves.')
  })

  test('a buyer without a name, with one of several lines', () => {
    const { firstName: _, ...nameless } = hanna
    assert.equal(orderConfirmation(nameless).subject, 'Thank you. We are wrapping. Order MRW-10482')
    assert.equal(says({ firstName: 'Ha\r\nBcc: x@y.z' }).subject, 'Thank you, Ha Bcc: x@y.z. We are wrapping. Order MRW-10482')
  })

  test('pickup, files, and payment that is still open', () => {
    const pickup = says({ delivery: { kind: 'pickup', at: ['Studio', 'Kastanienallee 77'], ready: 'Tuesday 10:00' } }).text
    assert.match(pickup, /We set it aside\.\n\nIt waits for you from Tuesday 10:00 on\./)
    assert.match(pickup, /Waits at\nStudio\nKastanienallee 77/)
    assert.match(says({ delivery: { kind: 'none' } }).text, /It is all yours\.[^]*See your order:/)
    const deposit = says({ delivery: { kind: 'none' }, sums: { ...hanna.sums, later: minor(6000) } }).text
    assert.match(deposit, /It is noted\.\n\nThe rest, €60\.00, comes later, as agreed\./)
    assert.match(deposit, /To be paid later {2,}−€60\.00/)
    const open = says({ payment: { state: 'open', method: 'bank transfer' } }).text
    assert.match(open, /Thank you, Hanna\. It is noted\.\n\nAs soon as the payment by bank transfer is with us/)
    assert.match(open, /To pay {2,}€142\.85/)
    assert.match(says({ payment: { state: 'free' }, sums: { ...hanna.sums, total: minor(0) } }).text, /Nothing to pay {2,}€0\.00/)
  })

  test('taxes, one row a rate: within the total below it, on top above it, none when there is none', () => {
    const taxes = [
      { name: 'VAT', percent: '19', amount: minor(2000) },
      { name: 'VAT', percent: '7', amount: minor(300) },
    ]
    assert.match(
      says({ sums: { ...hanna.sums, taxes } }).text,
      /Paid by Visa ending 4242 +€142\.85\nVAT 19 % within it +€20\.00\nVAT 7 % within it +€3\.00\n/,
    )
    assert.match(says({ sums: { ...hanna.sums, taxes, taxIncluded: false } }).text, /Free\nVAT 19 % +€20\.00\nVAT 7 % +€3\.00\nGift card/)
    assert.doesNotMatch(says({ sums: { ...hanna.sums, taxes: [{ name: 'VAT', amount: minor(0) }] } }).text, /VAT/)
  })

  test('currencies with no and with three decimals, in the way of the shop’s language', () => {
    const yen = says({ currency: 'JPY', sums: { ...hanna.sums, total: minor(14285) } }).text
    assert.match(yen, /¥14,285/)
    assert.match(says({ currency: 'KWD', shop: { ...shop, locale: 'de' } }).text, /14,285.KWD/)
  })

  test('the day is the shop’s, not the server’s', () => {
    const late = new Date('2026-11-21T23:30:00Z')
    assert.match(says({ placedAt: late }).text, /Sunday 22 November 2026, 00:30/)
    assert.match(says({ placedAt: late, shop: { ...shop, timeZone: 'America/New_York' } }).text, /Saturday 21 November 2026, 18:30/)
  })
})

describe('the HTML email', () => {
  test('nothing that people wrote becomes markup', () => {
    const evil = `"><img src=x onerror=alert(1)><script>'&\0`
    const { html } = orderConfirmation({
      ...hanna,
      number: evil,
      firstName: evil,
      lines: [{ name: evil, description: evil, quantity: 1, amount: minor(1), picture: { url: 'javascript:alert(1)', alt: evil } }],
      sums: { ...hanna.sums, discounts: [{ title: evil, amount: minor(1) }], delivery: { title: evil, amount: minor(1) } },
      payment: { state: 'paid', method: evil },
      delivery: { kind: 'shipping', to: [evil, evil], leaves: evil, arrives: evil },
      billedTo: [evil],
      note: evil,
      statusUrl: `javascript:alert(1)//https://`,
      shop: {
        ...shop,
        name: evil,
        wordmark: evil,
        help: evil,
        address: [evil],
        url: 'data:text/html,x',
        picture: { url: 'vbscript:x', alt: evil },
      },
      afterwards: { title: evil, words: [evil, { strong: evil }, { link: evil, url: 'javascript:x' }] },
    })
    assert.doesNotMatch(html, /<script|<img src=x|javascript:|vbscript:|data:text|\0/)
    const tags = new Set([...html.matchAll(/<([a-z0-9]+)[ >]/g)].map(([, tag]) => tag))
    const own = ['a', 'body', 'br', 'div', 'h1', 'head', 'html', 'img', 'meta', 'p', 'strong', 'style', 'table', 'td', 'title', 'tr', 'xml']
    assert.deepEqual(
      [...tags].filter((tag) => !own.includes(tag!)),
      [],
    )
    assert.equal([...html.replace(/"[^"]*"/g, '""').matchAll(/<[^>]*\son\w+=/g)].length, 0)
  })

  test('the look comes from the shop’s settings, and only colours get into it', () => {
    const theme = {
      light: {
        '--color-paper': '#FFF',
        '--color-ink': '#102030',
        '--color-line': 'red;} body{display:none',
        '--font-display': '"Spectral Variable", serif',
      },
      dark: { '--color-paper': '#000011', '--color-ink': 'light-dark(#fff,#000)' },
    }
    const { html } = orderConfirmation({ ...hanna, shop: { ...shop, wordmark: 'MRW', theme } })
    assert.match(html, /class="box" bgcolor="#ffffff"/)
    assert.match(html, /\.box\{background:#000011!important\}/)
    assert.match(html, /\.ink,\.ink a\{color:#f3ede3!important\}/)
    assert.match(
      html,
      /font-family:'Spectral',Georgia/.source.length > 0 ? /font-family:&#39;Spectral&#39;,Georgia|font-family:'Spectral',Georgia/ : /x/,
    )
    assert.match(html, />MRW<\/a>/)
    assert.match(html, /border-top:1px solid #e2d9cb/)
    assert.doesNotMatch(html, /display:none'|\} body\{display/)
    const logo = orderConfirmation({
      ...hanna,
      shop: { ...shop, logo: { url: 'https://morrow.example/media/logo.png', width: 120, height: 32 } },
    }).html
    assert.match(logo, /<img src="https:\/\/morrow\.example\/media\/logo\.png" width="120" height="32" alt="Morrow"/)
  })

  test('is small enough not to be cut, well-formed, and every picture has its size and its words', () => {
    const lines = Array.from({ length: 40 }, (_, i) => ({ ...hanna.lines[i % 4]!, name: `${hanna.lines[i % 4]!.name} ${i}` }))
    const { html } = orderConfirmation({ ...hanna, lines })
    assert.ok(Buffer.byteLength(orderConfirmation(hanna).html) < 20_000)
    assert.ok(Buffer.byteLength(html) < 102_000, 'Gmail cuts emails at 102 kB')
    // Where pictures are not loaded, their words are seen: these classes have colours for the dark theme.
    for (const [image] of html.matchAll(/<img[^>]*>/g)) assert.match(image, /width="\d+" height="\d+" alt="[^"]+" class="(?:well )?soft"/)
    const stack: string[] = []
    for (const [, close, tag] of html
      .replace(/<!--[^]*?-->/g, '')
      .matchAll(/<(\/?)(a|body|div|h1|head|html|p|strong|style|table|td|title|tr)\b[^>]*>/g)) {
      if (!close) stack.push(tag!)
      else assert.equal(stack.pop(), tag)
    }
    assert.deepEqual(stack, [])
    for (const [, sheet] of html.matchAll(/<style>([^]*?)<\/style>/g)) assert.ok(sheet!.length < 8192, 'Gmail drops longer style sheets')
  })
})
