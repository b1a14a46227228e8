import { type Audience, contract, type Operation, type RefusalCode, type Route, refusals, rightFor } from '@vitrine/contract'
import { fieldOf, type OpenApi, operationId, operationsOf } from '@vitrine/contract/openapi'
import { explorerAddress, explorerPath } from '../explorer.ts'
import { call, curl, type Place, placesOf } from './calls.ts'
import { examples } from './examples.ts'
import { entitiesIn, fieldsOf, isEntity, type Known, nameOf, noteOf, type Schema, type Side } from './fields.ts'
import { Html, html } from './html.ts'
import { readNotes } from './notes.ts'

/** What the page carries with it, byte for byte as the policy names them. */
export interface Carried {
  readonly style: string
  readonly script: string
}

interface Parameter {
  readonly name: string
  readonly 'x-field'?: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema?: Schema
  readonly content?: { readonly 'application/json': { readonly schema: Schema } }
}

/** An operation with all that the page says of it. */
interface Told {
  readonly line: Route
  readonly method: string
  readonly path: string
  /** Its address in the explorer. */
  readonly explorer: string
  readonly operation: Operation
  readonly group: string
  /** Its anchor, and its name in the client. */
  readonly id: string
  readonly place: Place
  readonly parameters: readonly Parameter[]
  readonly input: Schema
  readonly answer: Schema
  readonly writes: boolean
  readonly codes: readonly RefusalCode[]
}

const audiences: Readonly<Record<Audience, string>> = {
  anyone: 'Anyone may call it, even without a token.',
  visitor: 'Whoever has a token may call it: a visitor, a member, a user or an app.',
  member: 'A member may call it, or a user of the site.',
  user: 'A user of the site may call it, or an app with an API key, who has the right',
}

const bodyOf = (schema: unknown) =>
  (schema as { content: { 'application/json': { schema: Schema } } } | undefined)?.content['application/json'].schema

function tellAll(document: OpenApi, known: Known): Told[] {
  const places = placesOf()
  const operations = operationsOf(document)
  const whole = (schema: Schema): Schema => (schema.$ref === undefined ? schema : whole(known.schemas[nameOf(schema.$ref)]!))
  return (Object.entries(contract) as [Route, Operation][]).map(([line, operation]) => {
    const [method, path] = line.split(' ') as [string, string]
    const place = places.get(line)
    const found = operations.get(operationId(line))
    if (!place || !found) throw new Error(`${line} is in the contract, and not in the client or not in what is printed of it`)
    const { path: printedPath, operation: printed } = found
    const parameters = (printed['parameters'] as unknown as Parameter[]).map((parameter) => ({ ...parameter, name: fieldOf(parameter) }))
    const asked = parameters.filter((one) => one.in !== 'header')
    const inUrl: Schema = {
      properties: Object.fromEntries(asked.map((one) => [one.name, one.schema ?? one.content!['application/json'].schema])),
      required: asked.filter((one) => one.required).map((one) => one.name),
    }
    const body = bodyOf(printed['requestBody'])
    const input = body === undefined ? inUrl : withParameters(inUrl, whole(body))
    const { 200: ok, ...no } = printed['responses'] as unknown as Record<string, unknown>
    const other = Object.values(no).flatMap((answer) => refusalsIn(document.components.responses[responseNameOf(answer)]))
    return {
      line,
      method,
      path,
      explorer: explorerAddress(String((printed['tags'] as string[])[0]), method, printedPath),
      operation,
      group: String((printed['tags'] as string[])[0]),
      id: `${place.module}.${place.method}`,
      place,
      parameters: asked,
      input,
      answer: whole(bodyOf(ok)!),
      writes: parameters.some((one) => one.in === 'header'),
      codes: [...operation.errors, ...other.filter((code) => !operation.errors.includes(code))],
    }
  })
}

/** Parameters of the path stand first; one that is a field of a field of the body stands there. */
function withParameters(inUrl: Schema, body: Schema): Schema {
  const own = Object.entries(inUrl.properties!).filter(([name]) => !name.includes('.'))
  return {
    ...body,
    properties: { ...Object.fromEntries(own), ...body.properties },
    required: [...own.map(([name]) => name), ...(body.required ?? [])],
  }
}

const responseNameOf = (answer: unknown): string => (answer as { readonly $ref: string }).$ref.slice('#/components/responses/'.length)

function refusalsIn(schema: unknown): RefusalCode[] {
  const text = JSON.stringify(schema)
  const named = [...text.matchAll(/Refusal\.([A-Z_]+)"/g)].map((match) => match[1] as RefusalCode)
  return text.includes('ValidationErrorDetails') ? [...named, 'INVALID_ARGUMENT'] : named
}

export function print(document: OpenApi, { style, script }: Carried): string {
  const known: Known = { schemas: document.components.schemas as unknown as Known['schemas'], notes: readNotes() }
  const told = tellAll(document, known)
  const groups = document.tags.map(({ name }) => [name, told.filter(({ group }) => group === name)] as const)
  const goingIn = entitiesIn(
    told.map(({ input }) => input),
    known,
  )
  const comingOut = entitiesIn(
    told.map(({ answer }) => answer),
    known,
  )
  const entities = [...new Set([...goingIn, ...comingOut])].sort()
  const origin = document.servers[0]?.url === '/' ? 'http://localhost:3000' : document.servers[0]!.url

  return `<!doctype html>
${
  html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${document.info.title}: API reference</title>
<meta name="description" content="Every operation of ${document.info.title}: who may call it, what goes in, what comes out, what may be refused.">
<link rel="icon" href="data:,">
<style>${raw(style)}</style>
</head>
<body>
<a class="skip" href="#start">To the text</a>
<header class="bar"><span>${document.info.title} API</span><button class="quiet" id="menu" type="button" popovertarget="operations">Operations</button></header>
<nav id="operations" popover aria-label="Operations">
<a class="name" href="#start">${document.info.title} API</a>
<form hidden role="search"><label for="filter">Filter <span class="mono">/</span></label><input id="filter" type="search" autocomplete="off" spellcheck="false"><span id="found" role="status"></span></form>
<div class="group"><h2>Reading</h2><ul>${[
    ['start', 'Start here'],
    ['callers', 'Callers and tokens'],
    ['queries', 'Queries'],
    ['writes', 'Writes'],
    ['refusals', 'Refusals'],
    ['entities', 'Entities'],
  ].map(([id, name]) => html`<li data-words=""><a href="#${id}">${name}</a></li>`)}</ul></div>
${groups.map(
  ([name, operations]) => html`<div class="group"><h2><a href="#${anchor(name)}">${name}</a></h2>
<ul>${operations.map(
    ({ id, method, path, operation }) =>
      html`<li data-words="${path} ${id} ${operation.errors.join(' ')}"><a href="#${id}"><span>${operation.summary}</span><span class="verb ${method}">${method}</span></a></li>`,
  )}</ul></div>
`,
)}</nav>
<main>
${opening(document, origin)}
${groups.map(
  ([
    name,
    operations,
  ]) => html`<section class="domain" aria-labelledby="${anchor(name)}"><h2 id="${anchor(name)}"><a class="self" href="#${anchor(name)}">${name}</a></h2>
${operations.map((one) => section(one, known, origin))}</section>
`,
)}${everyRefusal(told)}
<section class="domain" aria-labelledby="entities"><h2 id="entities"><a class="self" href="#entities">Entities</a></h2>
<p>What the fields above refer to. In an answer a field that is not set is left out; it is never null.</p>
${entities.map((name) => entity(name, known, goingIn.has(name) ? 'input' : 'answer'))}</section>
</main>
<script>${raw(script)}</script>
</body>
</html>`.text
}
`
}

const raw = (text: string): Html => new Html(text)

const anchor = (name: string) => `about-${name.toLowerCase().replaceAll(' ', '-')}`

function block(title: string, code: string): Html {
  return html`<div class="block"><p class="cap">${title}</p><pre class="copy" tabindex="0" role="group" aria-label="${title}"><code>${code}</code></pre></div>`
}

function opening({ info }: OpenApi, origin: string): Html {
  return html`<h1>${info.title} API</h1>
<section class="start" id="start" aria-labelledby="start-title"><div>
<h2 id="start-title">Start here</h2>
<p class="lead">One origin answers everything: <code>${origin}</code>. Requests and answers are JSON; a request that was understood and done is answered with 200, and with <code>{}</code> where there is nothing to say.</p>
<p>An app is registered once and has a client id; the demo shop prints one when it starts. With the client id a shop or a program gets tokens, with a token it calls. The same contract as a document: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<p>Every answer carries <code>X-Wix-Request-Id</code>. Keep it: it names that call in the logs.</p>
<p>In the <a href="${explorerPath}/">explorer</a> every operation can be tried from the browser: ask <code>POST /oauth2/token</code> there for a token and put its <code>access_token</code> into the field for <code>Authorization</code>.</p>
</div><div class="aside"><div>${block(
    'A token, in the shell',
    `TOKEN=$(curl -s ${origin}/oauth2/token \\
  -H "Content-Type: application/json" \\
  -d '{ "grantType": "anonymous", "clientId": "…" }' \\
  | jq -r .access_token)`,
  )}${block(
    'A client, in a program',
    `import { createClient, visitor } from '@vitrine/client'

const client = createClient({
  baseUrl: '${origin}',
  auth: visitor({ clientId: '…' }),
})`,
  )}</div></div></section>
<section class="start" id="callers" aria-labelledby="callers-title"><div><h2 id="callers-title">Callers and tokens</h2>
<p>A <strong>visitor</strong> is anybody; a <strong>member</strong> has signed in to the shop; a <strong>user</strong> runs the site; an <strong>app</strong> is a program with an API key. The token goes into <code>Authorization</code> as it is, without <code>Bearer</code>. It lasts four hours; the refresh token that came with it brings the next one and stays the same.</p>
<p>An API key goes into the same header, beside <code>wix-site-id</code>. Never put one into a browser.</p>
<p>Carts, checkouts and orders are found by whom they belong to, and by staff and API keys with the right to orders. To anyone else, other keys too, they do not exist: 404, not 403.</p>
</div></section>
<section class="start" id="queries" aria-labelledby="queries-title"><div><h2 id="queries-title">Queries</h2>
<p>The query of a GET comes in one of two forms: plain, with dots for what lies deeper and a name repeated for a list (<code>query.paging.limit=20</code>), or whole in one parameter <code>.r</code>, the base64url of its JSON. Operations with a POST twin take the same JSON as a body; use it where an address would grow too long.</p>
<p>A filter names fields and what they must be: <code>{ "price": { "$lt": 50 } }</code>, with <code>$eq $ne $lt $lte $gt $gte $in $hasSome $hasAll $startsWith $and $or $not</code> as far as the field allows. Lists come by page: <code>paging.limit</code> and <code>paging.offset</code>, with <code>metadata.total</code> for all that match.</p>
</div></section>
<section class="start" id="writes" aria-labelledby="writes-title"><div><h2 id="writes-title">Writes</h2>
<p>Send an <code>Idempotency-Key</code> with every write (our client does by itself) and sending it again is safe: the first answer comes back, with <code>Idempotent-Replayed: true</code>, for 24 hours. While the first still runs the answer is 409 <code>IDEMPOTENCY_IN_PROGRESS</code>; the same key with another body is 422 <code>IDEMPOTENCY_KEY_REUSED</code>. Make it a text that nobody can guess, such as a UUID: whoever knows it can hear the answer again.</p>
<p>In an update a field that is absent keeps its value and one that is <code>null</code> is cleared. Money is decimal text in the currency named beside it. Dates are UTC with milliseconds.</p>
</div></section>`
}

function section(one: Told, known: Known, origin: string): Html {
  const { line, method, path, explorer, operation, id, place, input, answer, writes, codes } = one
  const own = codes.filter((code) => operation.errors.includes(code))
  const common = codes.filter((code) => !operation.errors.includes(code))
  const fields = Object.keys(answer.properties ?? {})
  const example = examples[line]
  return html`<section class="operation" id="${id}" aria-labelledby="${id}-title"><div>
<h3 id="${id}-title"><a class="self" href="#${id}">${operation.summary}</a></h3>
<div class="route"><span class="verb ${method}">${method}</span><code>${path}</code></div>
${
  (operation.twin || operation.alsoGet || operation.aliases) &&
  html`<ul class="also">${operation.alsoGet && html`<li>also as <span class="verb GET">GET</span>, as the published client sends it; it writes all the same</li>`}${operation.twin && html`<li>with a body: <span class="verb POST">POST</span> <code>${operation.twin}</code></li>`}${(operation.aliases ?? []).map((alias) => html`<li>also <code>${alias}</code></li>`)}</ul>`
}
${note(known, line)}
<p class="may">${audiences[operation.as]}${operation.as === 'user' && html` <code>${rightFor(line, operation)}</code>.`}${writes && html` Takes an <a href="#writes">Idempotency-Key</a>.`}${operation.reads && ' Changes nothing.'}</p>
<h4>Goes in</h4>
${Object.keys(input.properties ?? {}).length > 0 ? fieldsOf(input, 'input', known, [line, 'input']) : html`<p class="none">Nothing.</p>`}
<h4>Comes out</h4>
${fields.length > 0 ? fieldsOf(answer, 'answer', known, [line, 'ok']) : html`<p class="none"><code>{}</code></p>`}
<h4>May be refused</h4>
${own.length > 0 && html`<ul class="refusals">${own.map((code) => refusal(code, known))}</ul>`}
<details class="common"><summary>${own.length > 0 ? 'And those' : 'Those'} of every such operation</summary><p>${common.map((code, at) => [at > 0 && ' · ', html`<a href="#${code}">${code}</a>`])}</p></details>
</div><div class="aside"><div>
${block('curl', curl(line, example, origin))}
${block('client', call(place, example, fields))}
<p class="try"><a href="${explorer}">Try it in the explorer</a></p>
</div></div></section>
`
}

const note = (known: Known, name: string): Html | undefined => {
  const said = noteOf(known, name)
  return said && html`<div class="note">${said}</div>`
}

function refusal(code: RefusalCode, known: Known): Html {
  const { status, description } = refusals[code]
  const data = known.schemas[`Refusal.${code}`]?.properties?.['data'] ?? {}
  return html`<li><b>${status}</b><div><code>${code}</code><p>${description}</p>${
    isEntity(data) &&
    Object.keys(data.properties!).length > 0 &&
    html`<details><summary>Facts in <code>data</code></summary>${fieldsOf(data, 'answer', known, [code])}</details>`
  }</div></li>`
}

function everyRefusal(told: readonly Told[]): Html {
  return html`<section class="domain" aria-labelledby="refusals"><h2 id="refusals"><a class="self" href="#refusals">Refusals</a></h2>
<p>A foreseen no has a code, a status and, where there is something to know, facts in <code>data</code>. The code stays; the sentence may get better.</p>
<div class="note"><pre tabindex="0"><code>{ "message": "The caller has no current cart.", "details": { "applicationError": { "code": "OWNED_CART_NOT_FOUND", "description": "The caller has no current cart.", "data": {} } } }</code></pre></div>
<p>Where fields are at fault each is named: <code>details.validationError.fieldViolations[]</code>, with <code>field</code>, <code>description</code>, <code>violatedRule</code> and <code>data</code>. A fault of ours is a 500 with <code>INTERNAL</code> and the request id, and nothing else.</p>
<ul class="refusals">${(Object.keys(refusals) as RefusalCode[]).map((code) => {
    const by = told.filter(({ operation }) => operation.errors.includes(code))
    return html`<li id="${code}"><b>${refusals[code].status}</b><div><code>${code}</code><p>${refusals[code].description}</p>${
      by.length > 0 &&
      html`<details><summary>${by.length === 1 ? 'One operation' : `${by.length} operations`}</summary>${by.map(({ id, operation }, at) => [at > 0 && ' · ', html`<a href="#${id}">${operation.summary}</a>`])}</details>`
    }</div></li>`
  })}</ul></section>`
}

function entity(name: string, known: Known, side: Side): Html {
  return html`<div class="entity" id="${name}"><h3><a class="self" href="#${name}">${name}</a></h3>${note(known, name)}${fieldsOf(known.schemas[name]!, side, known, [name])}</div>
`
}
