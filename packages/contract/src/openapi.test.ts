import assert from 'node:assert/strict'
import { test } from 'node:test'
import SwaggerParser from '@apidevtools/swagger-parser'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { contract, type Operation } from './index.ts'
import { openapi, operationId } from './openapi.ts'

const document = openapi({ title: 'Vitrine', version: '0.1.0' })
const each = (visit: (operation: Record<string, unknown>, at: string) => void) => {
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) visit(operation, `${method.toUpperCase()} ${path}`)
}

test('every route line, alias and twin is there', () => {
  const expected = Object.entries<Operation>(contract).flatMap(([line, { aliases = [], twin, alsoGet }]) => [
    line,
    ...aliases.map((path) => `${line.split(' ')[0]} ${path}`),
    ...(twin ? [`POST ${twin}`] : []),
    ...(alsoGet ? [line.replace('POST', 'GET')] : []),
  ])
  const found: string[] = []
  each((_, at) => found.push(at))
  const form = (line: string) => line.replaceAll(/\{[^}]+\}/g, '{}')
  assert.deepEqual(found.map(form).toSorted(), expected.map(form).toSorted())
})

test('every reference leads somewhere, and nothing is described that nobody refers to', () => {
  const text = JSON.stringify(document)
  const refs = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] as string))
  const defined = (['schemas', 'responses'] as const).flatMap((kind) =>
    Object.keys(document.components[kind]).map((name) => `#/components/${kind}/${name}`),
  )
  assert.deepEqual([...refs].toSorted(), defined.toSorted())
})

test('Redocly’s linter and an independent parser find no error', { timeout: 120_000 }, async () => {
  const text = JSON.stringify(document)
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: text, config })
  assert.deepEqual(
    problems.filter(({ severity }) => severity === 'error').map(({ ruleId, message }) => `${ruleId}: ${message}`),
    [],
  )
  await SwaggerParser.validate(JSON.parse(text))
})

test('every path has a domain, every domain has paths, and no two paths differ only in parameter names', () => {
  const forms = Object.keys(document.paths).map((path) => path.replaceAll(/\{[^}]+\}/g, '{}'))
  assert.equal(new Set(forms).size, forms.length)
  const used = new Set<string>()
  each(({ tags }) => used.add((tags as string[])[0]!))
  assert.deepEqual([...used].toSorted(), document.tags.map(({ name }) => name).toSorted())
  assert.ok(JSON.stringify(document).length < 3_500_000)
})

test('operation ids are unique', () => {
  const ids: unknown[] = []
  each((operation) => ids.push(operation.operationId))
  assert.equal(new Set(ids).size, ids.length)
  assert.equal(operationId('POST /ecom/v1/carts/current/add-to-cart'), 'postEcomV1CartsCurrentAddToCart')
})

test('path parameters are those of the path, each described and required', () => {
  each((operation, at) => {
    const inPath = (operation.parameters as { in: string; name: string; required?: boolean; schema: object }[]).filter(
      (one) => one.in === 'path',
    )
    assert.deepEqual(
      inPath.map((one) => one.name),
      [...at.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]),
      at,
    )
    for (const one of inPath) assert.ok(one.required && ('type' in one.schema || '$ref' in one.schema), at)
  })
})

test('a path parameter need not be repeated in the body', () => {
  const body = document.paths['/ecom/v1/checkouts/{id}/remove-line-items']?.post?.requestBody
  assert.deepEqual(
    (body as { content: { 'application/json': { schema: { required: string[] } } } }).content['application/json'].schema.required,
    ['lineItemIds'],
  )
})

test('every refusal of an operation is documented under its status, in the form of the wire', () => {
  const { responses } = document.paths['/ecom/v1/carts/current']!.get as { responses: Record<string, { $ref: string }> }
  const at = (status: number) =>
    document.components.responses[responses[status]!.$ref.replace('#/components/responses/', '')] as {
      description: string
      content: object
    }
  assert.match(at(404).description, /OWNED_CART_NOT_FOUND/)
  assert.deepEqual(at(404).content, {
    'application/json': {
      schema: {
        type: 'object',
        properties: {
          message: { type: 'string' },
          details: {
            type: 'object',
            properties: { applicationError: { $ref: '#/components/schemas/Refusal.OWNED_CART_NOT_FOUND' } },
            required: ['applicationError'],
          },
        },
        required: ['message', 'details'],
      },
    },
  })
  assert.ok(at(401) && at(400))
})

test('entities are named once', () => {
  const { responses } = document.paths['/ecom/v1/carts/current']!.get as {
    responses: Record<string, { content: Record<string, { schema: unknown }> }>
  }
  assert.deepEqual(responses[200]?.content['application/json']?.schema, { $ref: '#/components/schemas/CartAnswer' })
  assert.deepEqual((document.components.schemas.CartAnswer as { properties: unknown }).properties, {
    cart: { $ref: '#/components/schemas/Cart' },
  })
})

test('security follows the audience', () => {
  assert.deepEqual(document.paths['/vitrine/v1/shop']?.get?.security, [])
  assert.deepEqual(document.paths['/ecom/v1/carts/current']?.get?.security, [{ token: [] }, { apiKey: [] }])
})
