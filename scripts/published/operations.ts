// Which operations of the published client are answered, by which operation of the contract, and which test calls them with that client.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { answering, type PublishedOperation, published, root } from './contract.ts'
import { gaps } from './gaps.ts'

/** Paths that are not operations of the contract, such as redirects and GraphQL: where the code has each. */
const routes: Readonly<Record<string, readonly [file: string, path: string]>> = {
  'identity.authentication.loginWithIdpConnection': [
    'packages/platform/src/people/authentication/social.ts',
    String.raw`\/_api\/iam\/authentication\/v1\/sso\/login\/`,
  ],
  'identity.authentication.loginCallback': [
    'packages/platform/src/people/authentication/social.ts',
    '/_api/iam/authentication/v1/callback',
  ],
  'sdk.graphql': ['apps/server/src/graphql/mount-graphql.ts', "'/graphql/alpha'"],
}

const tests = globSync(['testing/test/published-*.test.ts', 'apps/server/src/graphql/*.test.ts'], { cwd: root })
  .sort()
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

const testOf = ({ call }: PublishedOperation): string | undefined =>
  call === '' ? undefined : tests.find(({ text }) => text.includes(`.${call}(`))?.file

function answerOf(operation: PublishedOperation): string | undefined {
  const line = answering(operation)
  if (line) return `\`${line}\``
  const [file, path] = routes[operation.id] ?? []
  if (!file || !existsSync(join(root, file)) || !readFileSync(join(root, file), 'utf8').includes(path!)) return undefined
  return `a route of [its own](../${file})`
}

const tiers = {
  spec: 'Rows of the specification',
  named: 'Named by the specification',
  implied: 'Implied by its entities',
  extra: 'Others of the same modules',
  shell: 'Carts v2, settings, delivery and the shell of a site',
} as const

const reasonOf = ({ id }: Pick<PublishedOperation, 'id'>): string | undefined => gaps.find(({ operations }) => operations.test(id))?.why

/** Operations that nothing answers without a reason (of the specification: with or without one), and reasons that fit nothing any more. */
export function operationFaults(operations: readonly PublishedOperation[] = published.operations): string[] {
  const missing = operations.filter((operation) => !answerOf(operation))
  const wanted = missing.filter(({ tier, id }) => tier === 'spec' || tier === 'named' || tier === 'implied' || !reasonOf({ id }))
  return [
    ...wanted.map(
      ({ id, tier }) => `docs/published-operations.md: nothing answers ${id} (${tier}), and scripts/published/gaps.ts does not say why`,
    ),
    ...gaps
      .filter(({ operations: fit }) => !missing.some(({ id }) => fit.test(id)))
      .map(
        ({ operations: fit }) => `docs/published-operations.md: nothing that is missing fits ${String(fit)} (scripts/published/gaps.ts)`,
      ),
  ]
}

export function publishedOperations(): string {
  const parts = (Object.entries(tiers) as [PublishedOperation['tier'], string][]).map(([tier, title]) => {
    const of = published.operations.filter((operation) => operation.tier === tier)
    const rows = of.map((operation) => {
      const test = testOf(operation)
      const linked = test ? `[${test.split('/').at(-1)}](../${test})` : ''
      return `| \`${operation.id}\` | ${answerOf(operation) ?? `**none**: ${reasonOf(operation) ?? '?'}`} | ${linked} |`
    })
    const answered = of.filter((operation) => answerOf(operation)).length
    return {
      title,
      text: `## ${title}\n\n${answered} of ${of.length} are answered.\n\n| operation | answered by | run by the client in |\n| --- | --- | --- |\n${rows.join('\n')}`,
      answered,
      all: of.length,
    }
  })
  return `# What of the published client is answered

<!-- Written by scripts/docs.ts from scripts/published. -->

Each operation of the published client's modules that the shop has to do with, by its method and path (or the other path it has where the client is pointed at another host): which operation of the contract answers it, and a test in which the client itself, unmodified, calls the function. The shape of an answer is what [the other table](fields-not-sent.md) is about. Where none does, it is said why ([gaps.ts](../scripts/published/gaps.ts)); for the first three tables no reason is good enough. Operations of further modules (catalogue v3, taxes …) are in [the reference](coverage.md) by their paths.

| | answered | all |
| --- | --- | --- |
${parts.map(({ title, answered, all }) => `| ${title} | ${answered} | ${all} |`).join('\n')}

${parts.map(({ text }) => text).join('\n\n')}
`
}
