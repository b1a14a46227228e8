/** Keys of one form: more than any page has, also a cart of 300 lines. */
const mostKeys = 1000

/** What a page says to a body that it does not read; undefined where it may. Pages take forms, and count their keys before they are read. */
export async function formFault(
  body: Uint8Array<ArrayBuffer>,
  contentType: string | undefined,
): Promise<{ readonly status: 400 | 415; readonly message: string } | undefined> {
  const type = (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase()
  if (type === 'application/x-www-form-urlencoded') {
    if (count(body, Buffer.from('&')) >= mostKeys) return tooMany
    return asBuffer(body).includes('%00') || body.includes(0) ? noText : undefined
  }
  if (type !== 'multipart/form-data') return { status: 415, message: 'Pages take forms.' }
  // Each part has a line with its name.
  if (count(body, Buffer.from('\r\n\r\n')) > mostKeys) return tooMany
  const form = await new Response(body, { headers: { 'content-type': contentType! } }).formData().catch(() => undefined)
  if (!form) return { status: 400, message: 'This form cannot be read.' }
  return [...form].some(([name, value]) => name.includes('\0') || (typeof value === 'string' && value.includes('\0'))) ? noText : undefined
}

const tooMany = { status: 400, message: `A form has ${mostKeys} keys at the most.` } as const
const noText = { status: 400, message: 'This form holds a character that is none.' } as const

const asBuffer = (body: Uint8Array<ArrayBuffer>): Buffer => Buffer.from(body.buffer, body.byteOffset, body.byteLength)

/** How often some bytes come, counted no further than is too often. */
function count(body: Uint8Array<ArrayBuffer>, bytes: Buffer): number {
  const all = asBuffer(body)
  let found = 0
  for (let at = all.indexOf(bytes); at >= 0 && found <= mostKeys; at = all.indexOf(bytes, at + bytes.length)) found++
  return found
}
