import { type Command, textOf, WrongUse } from '../command.ts'
import { runServerProgram } from '../server-program.ts'
import { shopOf, shopOptions, shopUsage } from '../shop.ts'

export const keys: Command = {
  summary: 'list, create and revoke API keys; rotate the keys that sign tokens',
  usage: `keys list
vitrine keys create NAME [--scopes products.read,orders.read]   prints the key, once
vitrine keys revoke ID
vitrine keys rotate [--revoke]   the keys that sign tokens; runs where the server runs
${shopUsage}`,
  options: { ...shopOptions, scopes: { type: 'string' }, revoke: { type: 'boolean' } },
  async run(given) {
    const [action, name, ...others] = given.words
    if (others.length > 0) throw new WrongUse(`too many words after "keys ${action}"`)
    if (action === 'rotate') return runServerProgram('keys', ['rotate', ...(given.options['revoke'] ? ['--revoke'] : [])], given)
    if (action === 'list') {
      const { apiKeys } = await shopOf(given).developers.listApiKeys()
      for (const { id, name, scopes, expiresDate } of apiKeys)
        given.say(`${id}  ${name}  ${scopes ? scopes.join(',') : 'every right'}${expiresDate ? `  until ${expiresDate}` : ''}`)
      if (apiKeys.length === 0) given.say('There are no API keys.')
      return
    }
    if ((action !== 'create' && action !== 'revoke') || name === undefined) throw new WrongUse('say list, create NAME, revoke ID or rotate')
    if (action === 'revoke') {
      await shopOf(given).developers.revokeApiKey({ id: name })
      given.say(`${name} is revoked.`)
      return
    }
    const scopes = textOf(given, 'scopes')?.split(',')
    const { key } = await shopOf(given).developers.createApiKey({ apiKey: { name, ...(scopes && { scopes }) } })
    given.say(key)
  },
}
