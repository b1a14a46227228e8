import type { OpenApi } from '@vitrine/contract/openapi'
import { explorerPath } from './explorer.ts'

/**
 * What a coding assistant needs to know before it writes code for this shop, with links to everything else (llmstxt.org).
 *
 * @example
 * llmsTxt(openapi(apiInfo), 'https://shop.example') // '# Vitrine\n\n> …'
 */
export function llmsTxt({ info, tags, paths }: OpenApi, origin: string): string {
  const counts = new Map<string, number>()
  for (const methods of Object.values(paths))
    for (const operation of Object.values(methods)) {
      const [tag = ''] = operation['tags'] as string[]
      if (operation['x-other-address-of'] === undefined) counts.set(tag, (counts.get(tag) ?? 0) + 1)
    }
  return `# ${info.title}

> The API of an online shop: catalogue, cart, checkout, orders, members and everything that its merchant does. It answers at ${origin}, as JSON over HTTP and by GraphQL. The published client \`@wix/sdk\` and its modules work against it unmodified.

## Before you write code

- A token goes into the \`Authorization\` header as it is, without \`Bearer\`. A visitor's token: \`POST ${origin}/oauth2/token\` with \`{ "grantType": "anonymous", "clientId": "…" }\`; it is renewed with \`{ "grantType": "refresh_token", "clientId": "…", "refreshToken": "…" }\`. The client id is in the admin under Developers. A merchant's program sends an API key there, with the site id as \`wix-site-id\`.
- Prices on the wire are decimal text with the currency beside it (\`{ "amount": "26.00" }\`); in the older catalogue they are numbers. Never compute totals: ask for them (estimate, calculate).
- Send an \`Idempotency-Key\` with every write: a repeated request with the same key gets the first answer and runs once.
- A refusal is \`{ message, details: { applicationError: { code, description, data } } }\`, or \`validationError.fieldViolations\` for fields. Decide by \`code\`, never by the message. After 429 and 503 wait for \`Retry-After\`.
- Entities with a \`revision\` are updated with the revision that was read; 409 \`STALE_REVISION\` means: read again, and decide again.
- Lists are read by cursor: send the \`cursor\` of the answer until there is none. Filters use \`$eq\`, \`$in\`, \`$gt\` and the like.
- The sandbox takes the card 4242 4242 4242 4242 where the shop has it switched on.

## Documents

- [OpenAPI 3.1](${origin}/openapi.json): every address, schema and refusal
- [Reference](${origin}/reference): each operation in words, with a curl line and a call of our client
- [Explorer](${origin}${explorerPath}/): each operation tried in the browser
- [GraphQL](${origin}/graphql): the same operations; \`currentCart.addToCurrentCart\` is \`currentCart_addToCurrentCart\`

## Domains

${tags.map(({ name, description }) => `- ${name} (${counts.get(name) ?? 0} operations): ${description}`).join('\n')}
`
}
