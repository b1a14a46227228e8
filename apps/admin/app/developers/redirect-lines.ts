const local = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\]):\*(\/[^*\s#]*\*?)?$/

/** What is wrong with an address that browsers are to be sent back to; nothing where the platform takes it. */
export function wrongWith(line: string): string | undefined {
  if (local.test(line)) return undefined
  const whole = line.replace(/\/\*$/, '/')
  if (/\s/.test(line)) return 'has a space in it'
  if (whole.includes('*')) return 'has a * elsewhere than at its end, after a /'
  if (!URL.canParse(whole)) return 'is no address'
  const { protocol, hostname, hash, username, password } = new URL(whole)
  if (protocol !== 'https:' && protocol !== 'http:') return 'is no address of the web'
  if (protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return 'has to begin with https://'
  if (hash !== '') return 'has a # in it'
  if (username !== '' || password !== '') return 'has a name or a password in it'
  return undefined
}

/** What is wrong, line by line: `Line 2 is no address.` */
export const wrongLines = (text: string): readonly string[] =>
  text.split('\n').flatMap((line, i) => {
    const wrong = line.trim() === '' ? undefined : wrongWith(line.trim())
    return wrong ? [`Line ${i + 1} ${wrong}.`] : []
  })
