import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CannotDo, type Command, textOf, WrongUse } from '../command.ts'
import { type Shop, shopOf, shopOptions, shopUsage, urlOf } from '../shop.ts'

type Format = 'CSV' | 'JSON_LINES'
const formats: Readonly<Record<string, Format>> = { csv: 'CSV', json: 'JSON_LINES' }

const lists: Readonly<Record<string, (shop: Shop, format: Format) => Promise<{ readonly link: string }>>> = {
  products: (shop, format) => shop.exports.exportProducts({ format }),
  orders: (shop, format) => shop.exports.exportOrders({ format }),
  members: (shop, format) => shop.exports.exportMembers({ format }),
  subscribers: (shop, format) => shop.newsletterManagement.exportSubscribers({ format }),
}

export const exportList: Command = {
  summary: 'write products, orders, members or subscribers to a file',
  usage: `export products|orders|members|subscribers [--format csv|json] [--to FILE]

  --format   csv, which \`vitrine import\` takes again, or json: one object a line
  --to       a file; else standard output
${shopUsage}`,
  options: { ...shopOptions, format: { type: 'string' }, to: { type: 'string' } },
  async run(given) {
    const [name, ...others] = given.words
    const list = name === undefined ? undefined : lists[name]
    if (!list || others.length > 0) throw new WrongUse(`say one of ${Object.keys(lists).join(', ')}`)
    const format = formats[textOf(given, 'format') ?? 'csv']
    if (!format) throw new WrongUse('--format is csv or json')
    const to = textOf(given, 'to')
    const { link } = await list(shopOf(given), format)
    // The link has the public address of the shop, which this machine may not reach.
    const { pathname, search } = new URL(link, urlOf(given))
    const answer = await fetch(urlOf(given) + pathname + search, { signal: given.signal })
    if (!answer.ok || !answer.body) throw new CannotDo(`The file could not be fetched: the shop answered ${answer.status}.`)
    await pipeline(Readable.fromWeb(answer.body as never), to === undefined ? process.stdout : createWriteStream(to), {
      end: to !== undefined,
    }).catch((error: NodeJS.ErrnoException) => {
      throw error.code?.startsWith('E') ? new CannotDo(`${to} cannot be written: ${error.message}`) : error
    })
    if (to !== undefined) given.say(`${to} is written.`)
  },
}
