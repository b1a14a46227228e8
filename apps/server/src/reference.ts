import { contract, type Operation, refusals } from '@vitrine/contract'

let made: string | undefined

/** Every operation of the contract as a page to read. */
export const referencePage = (): string => {
  made ??= print()
  return made
}

export const referenceHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const print = (): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Vitrine, the API</title>
<style>body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}</style>
<h1>Vitrine, the API</h1>
${Object.entries<Operation>(contract)
  .map(
    ([line, { summary, as, errors }]) =>
      `<h2>${escape(summary)}</h2><p><code>${escape(line)}</code></p><p>For: ${as}</p><ul>${errors
        .map((code) => `<li><code>${code}</code> ${refusals[code].status}: ${escape(refusals[code].description)}</li>`)
        .join('')}</ul>`,
  )
  .join('\n')}
</html>`
